// Real programs inside of their walls are told to get out, by the tool that they run commands with: also where they have walls of
// their own switched on, which then stand inside of ours.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { plantConversation } from '../fixtures/plant-conversation.ts'
import { ORDINARY_WORK } from '../fixtures/walls/ordinary-work.ts'
import { furnishPerson, makeWallPlaces, readTrace, type WallPlaces } from '../fixtures/walls/wall-places.ts'
import { CLAUDE_WAYS, CODEX_WAYS, WAYS_OUT } from '../fixtures/walls/ways-out.ts'
import { MODULES } from './programs.ts'
import type { Reply, Scripts } from './scripted-model/script.ts'
import { startStage, type Stage } from './stage.ts'

const LIMIT = { timeout: 180_000, interval: 200 }

/** The programs are packages of this checkout, and nothing else of it is shown. */
const BESIDE_THE_PROGRAM = [
  'a file of the checkout that holds its program',
  'find "$CHECKOUT" -path "$MODULES" -prune -o ! -type d -print | grep -q .',
] as const
const SECRET = 'a secret of the person'
const MORE_WAYS = {
  claude: [
    ...CLAUDE_WAYS,
    BESIDE_THE_PROGRAM,
    ['what the person asked elsewhere', `grep -rqs "${SECRET}" ~/.claude ~/.claude.json`],
  ],
  codex: [
    ...CODEX_WAYS,
    BESIDE_THE_PROGRAM,
    ['a conversation of the person', `grep -rqs "${SECRET}" ~/.codex "$CODEX_HOME"`],
  ],
} as const

/** Codex answers after at most 30 s, and the rows take longer. */
const waits = (cmd: string): Reply => ({
  tool: { kind: 'named', what: 'exec_command', input: { cmd, yield_time_ms: 30_000 } },
})
const UNTIL_DONE = waits('until [ -e walls-out.txt ]; do sleep 0.2; done')
const SCRIPTS: Scripts = {
  slowly: [waits('bash ./walls.sh'), UNTIL_DONE, UNTIL_DONE, UNTIL_DONE, { text: 'WALLS-DONE' }],
}
const SCRIPT_OF = { claude: 'walls', codex: 'slowly' } as const
/** Its sandbox needs namespaces, so ours lets it make them (decision 160). */
const NEEDED_BY_CODEX = new Set(['a namespace of its own', 'a user of its own by clone'])
/** Of ordinary work, what Codex's own sandbox lets be done without being asked. */
const OF_CODEX = ['temp files', 'a program in the background', 'compile', 'Perl']

let built: BuiltCmux
let stage: Stage
let places: WallPlaces
let codexHome: string
beforeAll(async () => {
  built = await buildCmux()
  const person = furnishPerson(join(built.folder, 'person'))
  // Codex puts the helper that builds its sandbox there, and not below the folder for temporary files, where all of this test is.
  codexHome = mkdtempSync('/var/tmp/cmux-codex-')
  mkdirSync(person, { recursive: true })
  symlinkSync(codexHome, join(person, '.codex'))
  const talk = plantConversation(person, 'codex', '019c0000-0000-7000-8000-000000000001', person)
  writeFileSync(talk, `${SECRET}\n`, { flag: 'a' })
  const environment = { CODEX_HOME: codexHome }
  stage = await startStage(built, ['claude', 'codex'], { environment, scripts: SCRIPTS })
  const settings = join(person, '.claude.json')
  const theirs = JSON.parse(readFileSync(settings, 'utf8')) as object
  const projects = { '/elsewhere': { history: [{ display: SECRET }] } }
  writeFileSync(settings, JSON.stringify({ ...theirs, projects }))
  const project = join(built.folder, 'stage')
  const found = await makeWallPlaces(stage.team, { person, project, outside: built.folder, program: MODULES })
  places = { ...found, CMUX_AGENT_NAME: 'nora', MODULES, CHECKOUT: resolve(MODULES, '../../..') }
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  built[Symbol.dispose]()
  rmSync(codexHome, { recursive: true, force: true })
})

/** Each row in a shell of its own, and how it ended. */
function composeScript(rows: readonly (readonly [name: string, script: string])[]): string {
  const head = Object.entries(places).map(([key, value]) => `export ${key}='${value}'`)
  const runs = rows.map(([, script]) => {
    const quoted = script.replaceAll("'", `'\\''`)
    return `bash -c '${quoted}' > /dev/null 2>&1 < /dev/null; echo $? >> walls-out.tmp`
  })
  // Its own files are no work of the agent's.
  const aside = 'mkdir -p .git/info; echo "walls*" >> .git/info/exclude; rm -f walls-out.tmp'
  // What the same work left before would be in its way.
  const again = 'git branch -qD aside; git tag -d mine'
  return [...head, aside, again, ...runs, 'mv walls-out.tmp walls-out.txt', ''].join('\n')
}

/** Has it run all rows, and tells what it got at and what of its ordinary work did not go well. */
async function tryAll(name: 'claude' | 'codex') {
  const { team } = stage
  const { folder, confined } = await team.show(name)
  expect(confined).toBe(true)
  const ways = WAYS_OUT.map(({ name: what, script }) => [what, script] as const)
  const rows = [...ways, ...ORDINARY_WORK, ...MORE_WAYS[name]]
  writeFileSync(join(folder, 'walls.sh'), composeScript(rows))
  // Of the run before.
  rmSync(join(folder, 'walls-out.txt'), { force: true })
  const traces = WAYS_OUT.flatMap(({ trace }) => (trace === undefined ? [] : [trace]))
  const before = traces.map((trace) => readTrace(trace, places))
  await stage.waitForScreen(name, 'ready')
  await stage.say(name, `play ${SCRIPT_OF[name]}`)
  await vi.waitFor(() => expect(existsSync(join(folder, 'walls-out.txt'))).toBe(true), LIMIT)
  const codes = readFileSync(join(folder, 'walls-out.txt'), 'utf8').trim().split('\n').map(Number)
  const isGood = (_: unknown, at: number) => codes[at] === 0
  const worked = new Set(rows.filter(isGood).map(([what]) => what))
  return {
    out: WAYS_OUT.filter(({ trace, name: what }) => trace === undefined && worked.has(what)).map(
      ({ name: what }) => what,
    ),
    more: MORE_WAYS[name].filter(([what]) => worked.has(what)).map(([what]) => what),
    left: traces.map((trace) => readTrace(trace, places)).filter((now, at) => now.text !== before[at]?.text),
    failed: ORDINARY_WORK.filter(([what]) => !worked.has(what)).map(([what]) => what),
  }
}

const NOTHING = { out: [], more: [], left: [], failed: [] }

test('[O6] [P7] Claude Code gets out by none of the ways, and does its ordinary work', async () => {
  await stage.spawn('claude', 'play hello')
  // Its first task is done: nothing is typed between our keys.
  await stage.team.until('claude', ({ evidence }) => evidence.some(({ says }) => says === 'ended its turn'))
  expect(await tryAll('claude')).toEqual(NOTHING)
})

test('[O6] [P7] neither does it with its own sandbox switched on', async () => {
  const settings = join(places['HOME'] ?? '', '.claude', 'settings.json')
  writeFileSync(settings, JSON.stringify({ sandbox: { enabled: true, autoAllowBashIfSandboxed: true } }))
  expect(await stage.team.cmux.run('agent', 'restart', 'claude', '--fresh')).toMatchObject({ code: 0 })
  await stage.team.until('claude', ({ generation, status }) => generation > 1 && status === 'idle')
  expect(await tryAll('claude')).toEqual(NOTHING)
})

test('[O6] [P7] Codex, whose own sandbox is on, works, and gets out by none of the ways', async () => {
  await stage.spawn('codex', 'play hello')
  await stage.team.until('codex', ({ evidence }) => evidence.some(({ says }) => says === 'ended its turn'))
  const { out, failed, ...rest } = await tryAll('codex')
  const reached = out.filter((what) => !NEEDED_BY_CODEX.has(what))
  const undone = OF_CODEX.filter((what) => failed.includes(what))
  expect({ ...rest, out: reached, failed: undone }).toEqual(NOTHING)
})

test('[O6] [A13] Codex has its own conversations only, and cmux reads what it says in them, also after it went on', async () => {
  const said = async () => (await stage.team.ask('GET', '/api/agents/codex/history')).body
  expect(await said()).toContain('play hello')
  expect(await stage.team.cmux.run('agent', 'restart', 'codex')).toMatchObject({ code: 0 })
  await stage.team.until('codex', ({ generation, status }) => generation > 1 && status === 'idle')
  await stage.waitForScreen('codex', 'ready')
  await stage.say('codex', 'play hello')
  // Of the conversation that it went on with, in the folder of its own.
  const own = join(stage.team.cmux.home, 'agents/codex/box/codex/sessions')
  const files = () =>
    readdirSync(own, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'))
  await vi.waitFor(() => {
    const text = files()
      .map((name) => readFileSync(join(own, name), 'utf8'))
      .join('')
    expect(text.split('play hello').length).toBeGreaterThan(2)
  }, LIMIT)
  expect(files()).toHaveLength(1)
  expect(
    readdirSync(join(codexHome, 'sessions'), { recursive: true }).filter((name) =>
      String(name).endsWith('.jsonl'),
    ),
  ).toHaveLength(1)
})
