// What a person's own settings and PATH bring into the sandbox, and what stays outside of it.
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { spawnScriptAgent, type ScriptAgent } from '../../fixtures/walls/script-agent.ts'

const FILES = {
  'data/readme.txt': 'open',
  'data/private/diary.txt': 'closed',
  'cache/kept.txt': 'kept',
  'beside/x.txt': 'closed',
  'tool/bin/greet': '#!/bin/sh\n. "$(dirname "$0")/../lib/words.sh"\n',
  'tool/lib/words.sh': 'echo hello',
  'tool/notes.txt': 'closed',
  'far/bin/shout': '#!/bin/sh\ncat "$(dirname "$(readlink -f "$0")")/../lib/words.txt"\n',
  'far/lib/words.txt': 'HELLO',
  'far/notes.txt': 'closed',
  'people/olga/bin/own': '#!/bin/sh\necho mine\n',
  'people/olga/lib/letter.txt': 'closed',
}

let built: BuiltCmux
let team: AgentTeam
let agent: ScriptAgent
let at: (name: string) => string
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  at = (name) => join(built.folder, 'disk', name)
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(at(name)), { recursive: true })
    writeFileSync(at(name), text)
    chmodSync(at(name), 0o755)
  }
  symlinkSync(at('far/bin/shout'), at('tool/bin/shout'))
  // A home that is reached by a link, as on machines with a separate disk for people.
  symlinkSync(at('people'), at('home'))
  const HOME = at('home/olga')
  const PATH = `${at('tool/bin')}:${HOME}/bin:${process.env['PATH'] ?? ''}`
  const confine = { readable: [at('data')], writable: [at('cache')], hidden: [at('data/private')] }
  team = await startTeam(built, 'view', { agents: { confine }, environment: { HOME, PATH } })
  agent = await spawnScriptAgent(team, 'viola', {})
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const read = async (name: string) => (await agent.run(`cat ${at(name)}`)).output.trim()
const CLOSED = expect.stringContaining('No such file')

test('[O6] folders that a person names are readable, writable or hidden', async () => {
  expect([await read('data/readme.txt'), await read('data/private/diary.txt')]).toEqual(['open', CLOSED])
  expect((await agent.run(`echo x > ${at('data/readme.txt')}`)).code).not.toBe(0)
  expect(await agent.run(`echo more > ${at('cache/kept.txt')}`)).toMatchObject({ code: 0 })
  expect(readFileSync(at('cache/kept.txt'), 'utf8')).toBe('more\n')
  expect(await read('beside/x.txt')).toEqual(CLOSED)
})

test('[O6] a program on the PATH runs with its libraries, also by a link, and shows nothing else of where it is', async () => {
  expect([(await agent.run('greet')).output, (await agent.run('shout')).output]).toEqual(['hello\n', 'HELLO'])
  expect([await read('tool/notes.txt'), await read('far/notes.txt')]).toEqual([CLOSED, CLOSED])
})

test('[O6] a program in a home runs, and the home is empty but for it, by each of its names', async () => {
  expect((await agent.run('own')).output).toBe('mine\n')
  expect((await agent.run('echo $HOME; ls -A ~; echo x > ~/mine && cat ~/mine')).output).toBe(
    `${at('home/olga')}\nbin\nx\n`,
  )
  expect([await read('home/olga/lib/letter.txt'), await read('people/olga/lib/letter.txt')]).toEqual([
    CLOSED,
    CLOSED,
  ])
})
