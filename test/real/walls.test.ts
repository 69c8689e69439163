// A real Claude Code inside of its walls is told to get out, by the tool that it runs commands with.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { ORDINARY_WORK } from '../fixtures/walls/ordinary-work.ts'
import { furnishPerson, makeWallPlaces, readTrace, type WallPlaces } from '../fixtures/walls/wall-places.ts'
import { CLAUDE_WAYS, WAYS_OUT } from '../fixtures/walls/ways-out.ts'
import { MODULES } from './programs.ts'
import { startStage, type Stage } from './stage.ts'

const LIMIT = { timeout: 180_000, interval: 200 }

/** The programs are packages of this checkout, and nothing else of it is shown. */
const BESIDE_THE_PROGRAM = [
  'a file of the checkout that holds its program',
  'find "$CHECKOUT" -path "$MODULES" -prune -o ! -type d -print | grep -q .',
] as const
const MORE_WAYS = [...CLAUDE_WAYS, BESIDE_THE_PROGRAM]

let built: BuiltCmux
let stage: Stage
let places: WallPlaces
beforeAll(async () => {
  built = await buildCmux()
  const person = furnishPerson(join(built.folder, 'person'))
  stage = await startStage(built, ['claude'])
  const project = join(built.folder, 'stage')
  const found = await makeWallPlaces(stage.team, { person, project, outside: built.folder, program: MODULES })
  places = { ...found, CMUX_AGENT_NAME: 'claude', MODULES, CHECKOUT: resolve(MODULES, '../../..') }
  await stage.spawn('claude', 'play hello')
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  built[Symbol.dispose]()
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
  return [...head, aside, ...runs, 'mv walls-out.tmp walls-out.txt', ''].join('\n')
}

test('[O6] [P7] Claude Code gets out by none of the ways, and does its ordinary work', async () => {
  const { team } = stage
  // Its first task is done: nothing is typed between our keys.
  const { folder } = await team.until('claude', ({ evidence }) =>
    evidence.some(({ says }) => says === 'ended its turn'),
  )
  expect(await team.show('claude')).toMatchObject({ confined: true })
  const rows = [
    ...WAYS_OUT.map(({ name, script }) => [name, script] as const),
    ...ORDINARY_WORK,
    ...MORE_WAYS,
  ]
  writeFileSync(join(folder, 'walls.sh'), composeScript(rows))
  const traces = WAYS_OUT.flatMap(({ trace }) => (trace === undefined ? [] : [trace]))
  const before = traces.map((trace) => readTrace(trace, places))
  await stage.waitForScreen('claude', 'ready')
  await stage.say('claude', 'play walls')
  await vi.waitFor(() => expect(existsSync(join(folder, 'walls-out.txt'))).toBe(true), LIMIT)
  const codes = readFileSync(join(folder, 'walls-out.txt'), 'utf8').trim().split('\n').map(Number)
  const out = WAYS_OUT.filter(({ trace }, at) => trace === undefined && codes[at] === 0)
  expect(out.map(({ name }) => name)).toEqual([])
  expect(traces.map((trace) => readTrace(trace, places))).toEqual(before)
  const failed = ORDINARY_WORK.filter((_, at) => codes[WAYS_OUT.length + at] !== 0)
  expect(failed.map(([name]) => name)).toEqual([])
  const more = MORE_WAYS.filter((_, at) => codes[WAYS_OUT.length + ORDINARY_WORK.length + at] === 0)
  expect(more.map(([name]) => name)).toEqual([])
})
