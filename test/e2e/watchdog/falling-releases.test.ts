// Releases that pass every look and fall once they lead: gone back from while on probation, and left step by step afterwards.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'
import { plantRelease, putBeforeServer } from '../../fixtures/plant-release.ts'
import { sampleRows } from '../../fixtures/sample-rows.ts'
import { startLoad } from '../../fixtures/steady-load.ts'

let cmux: BuiltCmux
beforeAll(async () => {
  cmux = await buildCmux()
})
afterAll(() => cmux[Symbol.dispose]())

const RECOVERY = { timeout: 60_000, interval: 200 } as const

interface Ledger {
  current: string
  phase: string
  bad: string[]
}

const inCache = ({ home }: GuardedCmux, ...names: string[]) =>
  join(home, 'watchdog', 'compile-cache', ...names)

const readLedger = ({ home }: GuardedCmux) =>
  JSON.parse(readFileSync(join(home, 'watchdog', 'state.json'), 'utf8')) as Ledger

const OUT_OF_MEMORY = `
  process.getBuiltinModule('node:v8').setFlagsFromString('--max-old-space-size=100')
  const kept = []
  for (;;) kept.push(new Array(100_000).fill(Math.random()))`
const SAYS_500 = `
  process.getBuiltinModule('node:http').Server.prototype.emit = function (kind, request, response) {
    if (kind === 'request') response.writeHead(500).end('{}')
    else return process.getBuiltinModule('node:events').prototype.emit.apply(this, arguments)
  }`

/** Well, also in a rehearsal, until the ledger says that it leads, or that it is good. */
const fallsOnce = (what: 'leading' | 'good', home: string, id: string, program: string) => `
  const { readFileSync } = process.getBuiltinModule('node:fs')
  process.on('message', ({ word }) => {
    if (word !== 'lead') return
    const look = setInterval(() => {
      const { current, phase } = JSON.parse(readFileSync(${JSON.stringify(join(home, 'watchdog', 'state.json'))}, 'utf8'))
      if (current !== ${JSON.stringify(id)} || (${what === 'good'} && phase !== 'good')) return
      clearInterval(look)
      ${program}
    }, 50)
  })
  await import('./well.mjs')`

async function startGood(name: string, soakSec: number) {
  const guarded = await startGuarded(cmux, name, { soakSec }, {}, { compilesAnew: true })
  await guarded.family()
  await vi.waitFor(() => {
    if (readLedger(guarded).phase !== 'good') throw new Error('not good yet')
  }, RECOVERY)
  return guarded
}

const FALLS: readonly (readonly [what: string, id: string, program: string, failure: RegExp])[] = [
  // Shortly before its end it may be too busy collecting garbage to answer.
  ['runs out of memory', 'memory', OUT_OF_MEMORY, /cause="(?:crashed|hung)" ended="signal SIG(?:ABRT|KILL)"/],
  ['exits', 'exit', 'process.exit(7)', /cause="crashed" ended="exit status 7"/],
  ['answers 500', 'sick', SAYS_500, /cause="sick" ended="signal SIGKILL"/],
  ['hangs', 'hang', 'for (;;);', /cause="hung" ended="signal SIGKILL"/],
]

describe('a release on probation', () => {
  let guarded: GuardedCmux
  beforeAll(async () => {
    guarded = await startGood('probation', 5)
  })
  afterAll(() => guarded[Symbol.asyncDispose]())

  test.each(sampleRows('falling releases', FALLS, { count: 1 }))(
    '[P5] [H2] [R4] [P4] that %s once it leads is gone back from, and remembered as bad',
    async (_, id, program, failure) => {
      const { current: first } = readLedger(guarded)
      plantRelease(guarded.home, id, first, (folder) =>
        putBeforeServer(folder, fallsOnce('leading', guarded.home, id, program)),
      )
      mkdirSync(inCache(guarded, 'removed-release'), { recursive: true })
      const load = startLoad(guarded)
      // While the recovery before this one is not confirmed, the watchdog says no: whoever asked asks again.
      const promote = () => guarded.run('release', 'promote', id)
      await expect.poll(async () => (await promote()).stderr, RECOVERY).not.toMatch(/declined/)
      await expect.poll(() => readLedger(guarded).bad, RECOVERY).toContain(id)
      expect(readLedger(guarded).current).toBe(first)
      await guarded.family()
      await expect.poll(() => existsSync(inCache(guarded, 'removed-release')), RECOVERY).toBe(false)
      expect((await load.end())['ECONNREFUSED'] ?? 0).toBe(0)
      const log = readFileSync(join(guarded.home, 'status.log'), 'utf8')
      expect(log.split('\n').find((line) => line.includes(` failed release="${id}"`))).toMatch(failure)
    },
  )
})

test('[H2] [P4] a release promoted while the first one is on probation is left for it when it falls, not for safe mode', async () => {
  await using guarded = await startGuarded(cmux, 'first-minute', { soakSec: 600 })
  await guarded.family()
  const { current: first } = readLedger(guarded)
  plantRelease(guarded.home, 'hasty', first, (folder) =>
    putBeforeServer(folder, fallsOnce('leading', guarded.home, 'hasty', 'process.exit(7)')),
  )
  const load = startLoad(guarded)
  await guarded.run('release', 'promote', 'hasty')
  await expect
    .poll(() => readLedger(guarded), RECOVERY)
    .toMatchObject({ current: first, phase: 'trying', bad: ['hasty'] })
  await guarded.family()
  expect(await guarded.run('status')).toMatchObject({ code: 0, stdout: expect.stringContaining(first) })
  expect((await load.end())['ECONNREFUSED'] ?? 0).toBe(0)
  const log = readFileSync(join(guarded.home, 'status.log'), 'utf8')
  expect(log).toContain(
    `failed release="hasty" cause="crashed" ended="exit status 7" next="release ${first}"`,
  )
  expect(log).not.toContain('safe mode')
})

test('[H2] [R3] a release that crashes right after its soak is restarted, restarted without its compiled code, and then left for the one before', async () => {
  await using guarded = await startGood('falls-good', 1)
  const { current: first } = readLedger(guarded)
  // The check before the first start has compiled it.
  expect(readdirSync(inCache(guarded, first))).not.toEqual([])
  writeFileSync(inCache(guarded, first, 'mark'), '')
  plantRelease(guarded.home, 'late', first, (folder) =>
    putBeforeServer(folder, fallsOnce('good', guarded.home, 'late', 'process.exit(7)')),
  )
  const load = startLoad(guarded)
  await guarded.run('release', 'promote', 'late')
  await expect
    .poll(() => readFileSync(join(guarded.home, 'status.log'), 'utf8'), RECOVERY)
    .toContain(
      `recovered release="${first}" cause="crashed" tried=["restart","restart clean","release ${first}"]`,
    )
  expect(readLedger(guarded)).toMatchObject({ current: first, phase: 'good', bad: [] })
  expect(existsSync(inCache(guarded, first, 'mark'))).toBe(false)
  await guarded.family()
  expect((await load.end())['ECONNREFUSED'] ?? 0).toBe(0)
})
