// What an agent inside of its walls can't do, and what it can. Each way out is first seen to work without walls.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { socketName } from '../../src/adapters/tmux/tmux-program.ts'
import { startTeam, type AgentTeam } from '../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { makeRepository } from '../fixtures/git-repository.ts'
import { ORDINARY_WORK } from '../fixtures/walls/ordinary-work.ts'
import { fillIn, spawnScriptAgent, type ScriptAgent } from '../fixtures/walls/script-agent.ts'
import { WAYS_OUT, type WayOut } from '../fixtures/walls/ways-out.ts'

const isRoot = process.getuid?.() === 0

let built: BuiltCmux
let team: AgentTeam
let places: Record<string, string>
let walled: ScriptAgent
let free: ScriptAgent

beforeAll(async () => {
  built = await buildCmux()
  const person = furnishHome(join(built.folder, 'person'))
  team = await startTeam(built, 'walls', { environment: { HOME: person, SECRET_OF_THE_PERSON: 'hush' } })
  const project = makeRepository(join(built.folder, 'site'))
  writeFileSync(join(built.folder, 'left-behind.txt'), 'by somebody\n')
  await team.ask('POST', '/api/projects', { path: project.path })
  places = await findPlaces(person, project.path)
  ;[walled, free] = await Promise.all([
    spawnScriptAgent(team, 'walt', { ...places, CMUX_AGENT_NAME: 'walt' }),
    spawnScriptAgent(team, 'fred', { ...places, CMUX_AGENT_NAME: 'fred' }, { sandbox: false }),
  ])
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

/** A person who has secrets, settings and a conversation. */
function furnishHome(home: string): string {
  const files = {
    '.ssh/id_ed25519': 'a key\n',
    '.bashrc': '\n',
    '.gitconfig': '[user]\n',
    '.local/bin/tool': '#!/bin/sh\n',
    '.claude/settings.json': '{}\n',
    '.claude/projects/-secret/talk.jsonl': '{}\n',
    '.claude.json': '{}\n',
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(home, name, '..'), { recursive: true })
    writeFileSync(join(home, name), text)
  }
  return home
}

async function findPlaces(person: string, project: string): Promise<Record<string, string>> {
  const { home } = team.cmux
  const { leader } = await team.cmux.family()
  await team.spawn('nora')
  const nora = await team.becomes('nora', 'idle')
  const door = readdirSync(join(home, 'watchdog')).find((name) => name.startsWith('door-')) ?? ''
  return {
    CMUX_AT: home,
    HOME: person,
    OUTSIDE: built.folder,
    PROJECT: project,
    NEIGHBOUR: nora.folder,
    SERVER: String(leader),
    NORA: String(nora.pid),
    NORAS_TTY: (await team.tmux('display-message', '-p', '-t', String(nora.pane), '#{pane_tty}')).trim(),
    SOCKET: socketName(home),
    SOCKET_PATH: (await team.tmux('display-message', '-p', '#{socket_path}')).trim(),
    DOOR: join(home, 'watchdog', door),
  }
}

function isTried({ openly }: WayOut): boolean {
  return openly === 'works' || (openly === 'works for root' && isRoot)
}

/** Whether it got out: by what it says itself, or by what it has left outside. That is put back as it was. */
async function getsOut(agent: ScriptAgent, name: string, { script, trace }: WayOut): Promise<boolean> {
  if (trace === undefined) return (await agent.run(script)).code === 0
  const path = fillIn(trace, { ...places, CMUX_AGENT_NAME: name })
  const before = read(path)
  await agent.run(script)
  const after = read(path)
  if (before !== after) restore(path, before)
  return before !== after
}

function restore(path: string, content: string | undefined): void {
  if (content === undefined) rmSync(path)
  else writeFileSync(path, content)
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // nobody has written it
  }
}

describe('[O6] [P7] an agent inside of its walls', () => {
  test('is known to be confined, and the other one to be not, with the reason', async () => {
    expect(await team.show('walt')).toMatchObject({ confined: true, unconfined: null })
    expect(await team.show('fred')).toMatchObject({
      confined: false,
      unconfined: 'spawned with --no-sandbox',
    })
  })

  test.each(WAYS_OUT)('does not get at: $name', async (way) => {
    const openly = isTried(way) ? await getsOut(free, 'fred', way) : 'not tried'
    const walls = await getsOut(walled, 'walt', way)
    expect({ openly, walls }).toEqual({ openly: isTried(way) || 'not tried', walls: false })
  })

  test.each(ORDINARY_WORK)('can still: %s', async (_, script) => {
    expect(await walled.run(script)).toMatchObject({ code: 0 })
  })
})
