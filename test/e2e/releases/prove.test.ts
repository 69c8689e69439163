// `cmux prove` as people run it: a short run that passes, and one that is interrupted.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listProcesses } from '../../../src/host/list-processes.ts'
import { ProveReport } from '../../../src/protocol/releases/prove-report.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'

/** Time for two kinds of faults or three. */
const MINUTES = '0.1'
const LIMIT = { timeout: 30_000, interval: 50 }

let cmux: BuiltCmux
/** Where runs have their folders. Sockets are in them, whose paths must be short. */
let runs: string
let home: string
beforeAll(async () => {
  cmux = await buildCmux()
  runs = join(cmux.folder, 'r')
  home = join(cmux.folder, 'home')
  mkdirSync(runs)
  mkdirSync(join(home, 'tokens'), { recursive: true, mode: 0o700 })
})
afterAll(() => cmux[Symbol.dispose]())

function expectNothingLeft(): void {
  expect(readdirSync(runs)).toEqual([])
  expect(listProcesses().filter(({ args }) => args.some((word) => word.includes(runs)))).toEqual([])
  // What is still mounted can't be removed, so the empty folder says that nothing is.
}

test('[L10] [P1] [P2] [P4] a short run breaks cmux, loses nothing, keeps its report, and leaves nothing behind', async () => {
  const out = join(cmux.folder, 'report.md')
  const args = ['prove', '--minutes', MINUTES, '--seed', '5', '--out', out, '--home', home]
  const { code, stdout } = await cmux.runWith({ TMPDIR: runs }, ...args)
  expect(stdout).toMatch(/^# cmux prove: passed\n/)
  expect(code).toBe(0)
  expect(readFileSync(out, 'utf8')).toBe(stdout)
  const report = ProveReport.parse(JSON.parse(readFileSync(join(home, 'prove', 'last.json'), 'utf8')))
  expect(report).toMatchObject({
    passed: true,
    seed: 5,
    minutes: 0.1,
    messages: { sent: 60, lost: 0, twice: 0, outOfOrder: 0, changed: 0 },
    requests: { refused: 0 },
    agentsLost: 0,
  })
  expect(report.faults.length).toBeGreaterThan(0)
  expectNothingLeft()
})

test('[L10] [H7] an interrupted run ends everything that it has started', async () => {
  const args = [join(cmux.programs, 'cli.mjs'), 'prove', '--minutes', '5', '--home', home]
  const env = { PATH: process.env['PATH'] ?? '', HOME: cmux.folder, TMPDIR: runs }
  const run = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  run.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(run, 'close')
  await vi.waitFor(() => expect(readLedgers()).toContain('"id":"prove-'), LIMIT)
  run.kill('SIGINT')
  expect((await ended)[0]).toBe(1)
  expect(said).toContain('cmux: interrupted; everything that was started has ended (CONFLICT)')
  expectNothingLeft()
})

const readLedgers = () =>
  readdirSync(runs)
    .map((name) => readFileSync(join(runs, name, 'accepted.jsonl'), 'utf8'))
    .join('')

test.each([
  ['--minutes', '0'],
  ['--minutes', 'long'],
  ['--seed', '1.5'],
  ['--messages', '0'],
])('[L10] %s %s is wrong usage', async (option, value) => {
  const { code, stderr } = await cmux.run(home, 'prove', option, value)
  expect([code, stderr]).toEqual([2, expect.stringContaining(`${option} ${value}: must be a number`)])
})
