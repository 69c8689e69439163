// Settings that name code, an agent inside of walls can only read: what they name would run in its CLI itself, past every gate.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'
import { plantProgram } from '../../fixtures/plant-program.ts'
import { CODEX_WAYS, OPENCODE_WAYS } from '../../fixtures/walls/ways-out.ts'
import { spawnScriptAgent, type ScriptAgent } from '../../fixtures/walls/script-agent.ts'

const LOGIN = '.local/share/opencode/auth.json'
const SETTINGS = '.config/opencode/opencode.json'
const PLUGIN = '.config/opencode/plugins/mine.js'
const CODEX = '.codex/config.toml'

const PERSON = {
  [LOGIN]: '{"openrouter":{"type":"api","key":"k"}}',
  [SETTINGS]: '{"theme":"mine"}',
  [PLUGIN]: 'export const Mine = async () => ({})',
  [CODEX]: 'model_provider = "mine"\n',
}

let built: BuiltCmux
let team: AgentTeam
let person: string
let olga: ScriptAgent
let carl: ScriptAgent
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  person = join(built.folder, 'person')
  for (const [path, text] of Object.entries(PERSON)) {
    mkdirSync(dirname(join(person, path)), { recursive: true })
    writeFileSync(join(person, path), text)
  }
  const bin = join(built.folder, 'bin')
  for (const name of ['opencode', 'codex'] as const) plantProgram(bin, name)
  const PATH = `${bin}:${process.env['PATH'] ?? ''}`
  team = await startTeam(built, 'walls-own', { environment: { HOME: person, PATH } })
  const { path } = makeRepository(join(built.folder, 'site'))
  await team.ask('POST', '/api/projects', { path })
  olga = await spawnScriptAgent(team, 'olga', {}, { runtime: 'opencode' })
  carl = await spawnScriptAgent(team, 'carl', {}, { runtime: 'codex' })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

test('[O6] both stand inside of walls', async () => {
  expect([await team.show('olga'), await team.show('carl')]).toMatchObject([
    { confined: true },
    { confined: true },
  ])
})

test.each(OPENCODE_WAYS)('[O6] [P7] an agent of OpenCode does not get to: %s', async (_, script) => {
  expect((await olga.run(script)).code).not.toBe(0)
})

test.each(CODEX_WAYS)('[O6] [P7] an agent of Codex does not get to: %s', async (_, script) => {
  expect((await carl.run(script)).code).not.toBe(0)
})

test('[O6] they have the person’s settings to read, and OpenCode can install what it needs', async () => {
  const opencode = `cat ~/${SETTINGS} ~/${PLUGIN} && mkdir ~/.config/opencode/node_modules && ls ~/.opencode`
  expect(await olga.run(opencode)).toMatchObject({ code: 0, output: expect.stringContaining('"mine"') })
  expect(await carl.run(`cat ~/${CODEX}`)).toEqual({ code: 0, output: PERSON[CODEX] })
})

test('[O6] [P7] OpenCode’s login is a copy: an address that it writes in there is not loaded by the person’s own', async () => {
  const { code, output } = await olga.run(`cat ~/${LOGIN} && echo '{"http://127.0.0.1:9":{}}' > ~/${LOGIN}`)
  expect([code, output]).toEqual([0, PERSON[LOGIN]])
  expect(readFileSync(join(person, LOGIN), 'utf8')).toBe(PERSON[LOGIN])
})
