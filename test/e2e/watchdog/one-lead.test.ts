// One lead at a time, and one in the life of a process: after kills, swaps, a new watchdog and safe mode, by what the kernel and the
// history say.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProcesses, PROGRAMS } from '../../../src/host/find-processes.ts'
import { breakRelease } from '../../fixtures/break-release.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { startGuarded } from '../../fixtures/guarded-cmux.ts'
import { watchLead } from '../../fixtures/lead-watch.ts'

let cmux: BuiltCmux
beforeAll(async () => {
  cmux = await buildCmux()
})
afterAll(() => cmux[Symbol.dispose]())

const LIMIT = { timeout: 30_000, interval: 20 }

test('[P1] [P4] [P10] through kills, a swap, another watchdog and safe mode no process leads twice, no two at once, and each line is in status.log once', async () => {
  await using guarded = await startGuarded(cmux, 'one-lead', { safeRetrySec: 0.3, standby: true })
  const first = await guarded.family()
  const lead = watchLead(guarded)
  process.kill(first.leader, 'SIGKILL')
  await expect.poll(async () => (await guarded.family()).leader, LIMIT).not.toBe(first.leader)
  expect(await guarded.run('restart')).toMatchObject({ code: 0 })
  process.kill((await guarded.family()).watchdog, 'SIGKILL')
  await expect.poll(async () => (await guarded.family()).watchdog, LIMIT).not.toBe(first.watchdog)
  const mend = breakRelease(guarded, 'process.exit(1)')
  await expect.poll(() => findProcesses(guarded.home, [PROGRAMS.safe]).length, LIMIT).toBe(1)
  mend()
  await guarded.family()
  expect(await lead.end()).toEqual([])
  const log = readFileSync(join(guarded.home, 'logs', 'server.log'), 'utf8').split('\n')
  expect(log.filter((line) => line.includes('ENOENT'))).toEqual([])
})
