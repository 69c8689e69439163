// Swaps that are planned, and what a release has to show before it counts as good.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { PATIENT, startGuarded } from '../../fixtures/guarded-cmux.ts'
import { startLoad } from '../../fixtures/steady-load.ts'

let cmux: BuiltCmux

beforeAll(async () => {
  cmux = await buildCmux()
})

afterAll(() => cmux[Symbol.dispose]())

test('[P4] planned swaps under 50 keep-alive connections fail no request, writes included', async () => {
  await using guarded = await startGuarded(cmux, 'swaps', PATIENT)
  const before = await guarded.family()
  const load = startLoad(guarded, { clients: 50, keepAlive: true, writers: 5 })
  const leaders = [before.leader]
  for (let swap = 0; swap < 3; swap += 1) {
    expect(await guarded.run('restart')).toMatchObject({ code: 0, stderr: '' })
    leaders.push((await guarded.family()).leader)
  }
  const counts = await load.end()
  expect(Object.keys(counts).toSorted()).toEqual(['200', '201'])
  expect(new Set(leaders).size).toBe(4)
  expect((await guarded.family()).watchdog).toBe(before.watchdog)
  expect(readFaults(guarded.home)).toEqual([])
})

/** Lines of the servers' log at the level of an error or above, which become alerts. */
function readFaults(home: string): string[] {
  const lines = readFileSync(join(home, 'logs', 'server.log'), 'utf8')
    .trim()
    .split('\n')
  return lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)
}

test('[R3] a release is good only after its soak, and health says so', async () => {
  await using guarded = await startGuarded(cmux, 'soak', { soakSec: 5 })
  const state = async () => {
    const { stdout } = await guarded.run('status', '--json')
    return (JSON.parse(stdout) as { health: { release: { state: string } } }).health.release.state
  }
  expect(await state()).toBe('trying')
  await expect.poll(state, { timeout: 30_000 }).toBe('good')
})
