// Changing the watchdog itself: a good one takes over, a bad one is gone again, and the port answers throughout.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { changeGuard } from '../fixtures/change-guard.ts'
import { PATIENT, startGuarded, type GuardedCmux } from '../fixtures/guarded-cmux.ts'
import { startLoad } from '../fixtures/steady-load.ts'

let cmux: BuiltCmux
let guarded: GuardedCmux
let changes = 0

beforeAll(async () => {
  cmux = await buildCmux()
})

afterAll(() => cmux[Symbol.dispose]())

async function start(watchdog: Record<string, unknown> = {}): Promise<void> {
  changes += 1
  guarded = await startGuarded(cmux, `home-${changes}`, { soakSec: 1, ...watchdog })
}

afterEach(() => guarded[Symbol.asyncDispose]())

interface Shown {
  readonly proven: string
  readonly previous: string | null
  readonly next: unknown
  readonly refused: string | null
  readonly build: string
}

const show = async () => JSON.parse((await guarded.run('watchdog', 'status', '--json')).stdout) as Shown
const change = (edit: (program: string) => string) =>
  changeGuard(cmux.programs, join(cmux.folder, `build-${changes}`), edit)

/** The upgrade, under load and beside an agent's pane; both must not notice. */
async function upgrade(edit: (program: string) => string) {
  const socket = `cmux-test-upgrade-${process.pid}`
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-L', socket, ...args], { encoding: 'utf8' }).trim()
  const build = change(edit)
  const before = await guarded.family()
  tmux('new-session', '-d', '-s', 'agents', 'sleep 600')
  try {
    const pane = tmux('list-panes', '-a', '-F', '#{pane_pid}')
    const load = startLoad(guarded, { clients: 4, writers: 2 })
    const result = await build.run(guarded.home, 'watchdog', 'upgrade', '--yes', '--json')
    const after = await guarded.family()
    const counts = await load.end()
    expect(tmux('list-panes', '-a', '-F', '#{pane_pid}')).toBe(pane)
    expect(counts['ECONNREFUSED'] ?? 0).toBe(0)
    return { result, before, after, counts }
  } finally {
    tmux('kill-server')
  }
}

test('[P4] [P3] a good new watchdog takes over without a failed request, and is the proven one after its soak', async () => {
  await start(PATIENT)
  const old = await show()
  const { result, before, after, counts } = await upgrade((program) => `${program}\n// Another one.\n`)
  expect(result).toMatchObject({ code: 0 })
  expect(after.watchdog).not.toBe(before.watchdog)
  expect(Object.keys(counts).toSorted()).toEqual(['200', '201'])
  const { guard } = JSON.parse(result.stdout) as { guard: string }
  expect(await show()).toMatchObject({ proven: guard, previous: old.proven, next: null, refused: null })
  expect(readFileSync(join(guarded.home, 'status.log'), 'utf8')).toContain('INFO watchdog guard proved')
  // The one that was proved is also the one that a crash brings back.
  process.kill(after.watchdog, 'SIGKILL')
  await expect
    .poll(async () => (await guarded.family()).watchdog, { timeout: 30_000 })
    .not.toBe(after.watchdog)
  expect(await show()).toMatchObject({ proven: guard })
})

const CRASH_AFTER_SWAP = `
  const look = setInterval(() => {
    const log = process.getBuiltinModule('node:fs').readFileSync(home + '/status.log', 'utf8')
    if (log.split('\\n').filter((line) => line.includes('swapped')).length > swapsBefore) process.kill(process.pid, 'SIGKILL')
  }, 5)
`
const HOME = `const home = process.argv[process.argv.indexOf('--home') + 1]`
const COUNT_SWAPS = `
  let swapsBefore = 0
  try {
    const log = process.getBuiltinModule('node:fs').readFileSync(home + '/status.log', 'utf8')
    swapsBefore = log.split('\\n').filter((line) => line.includes('swapped')).length
  } catch { swapsBefore = 0 }
`

describe('a bad new watchdog', () => {
  test.each([
    ['crashes at its start', () => 'process.exit(1)'],
    ['throws at its start', () => 'throw new Error("no")'],
    ['hangs at its start', () => 'for (;;) ;'],
    ['beats and never swaps', () => `setInterval(() => process.send?.({ word: 'beat' }), 100)`],
    [
      'crashes after its swap',
      (program: string) => `;{${HOME}\n${COUNT_SWAPS}\n${CRASH_AFTER_SWAP}}\n${program}`,
    ],
  ])('[P4] [P3] [H6] that %s is gone again, and the old one is back', async (_, edit) => {
    await start()
    const old = await show()
    const { result, after } = await upgrade(edit)
    const { guard, proved } = JSON.parse(result.stdout) as { guard: string; proved: boolean }
    expect([result.code, proved]).toEqual([1, false])
    expect(await show()).toMatchObject({ proven: old.proven, next: null, refused: guard })
    expect(readFileSync(`/proc/${after.watchdog}/cmdline`, 'utf8')).toContain('watchdog.mjs')
    expect(readFileSync(join(guarded.home, 'status.log'), 'utf8')).toContain('WARN watchdog guard refused')
  })
})

test('[P7] a new watchdog needs a yes, and `up` with another build does not bring one', async () => {
  await start()
  const build = change((program) => `${program}\n// Yet another one.\n`)
  const old = await show()
  const before = await guarded.family()
  expect(await build.run(guarded.home, 'watchdog', 'upgrade')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('(NOT_CONFIRMED)'),
  })
  expect((await guarded.family()).watchdog).toBe(before.watchdog)
  expect(await guarded.run('down')).toMatchObject({ code: 0 })
  expect(await build.run(guarded.home, 'up', '--no-open')).toMatchObject({ code: 0 })
  expect(await show()).toMatchObject({ proven: old.proven, next: null, refused: null })
  const note = 'the watchdog of this build differs; `cmux watchdog upgrade` changes it'
  for (const verb of [['watchdog', 'status'], ['status'], ['release', 'list'], ['doctor']])
    expect([verb, (await build.run(guarded.home, ...verb)).stdout]).toEqual([
      verb,
      expect.stringContaining(note),
    ])
})
