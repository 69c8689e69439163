import { expect, test } from 'vitest'
import type { HomePart } from '../../protocol/machine/home-space.ts'
import { makeHomeKeeper } from './home-keeper.ts'

const MIB = 1024 ** 2
const HOUR_MS = 3_600_000
const part = (name: string, mib: number, complete = true): HomePart => ({ name, bytes: mib * MIB, complete })

test('[Y3] the parts of the home are known, and more than its budget is told once a day until it is less again', async () => {
  let nowMs = 0
  let parts: HomePart[] = []
  const told: { title: string; lines: readonly string[] }[] = []
  const keeper = makeHomeKeeper({
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs } as Parameters<typeof makeHomeKeeper>[0]['clock'],
    budgetBytes: 100 * MIB,
    measure: () => Promise.resolve(parts),
    listLarge: () => Promise.resolve([{ path: 'HOME/backups', bytes: 60 * MIB, command: 'look at them' }]),
    alert: (what) => Promise.resolve(void told.push(what)),
  })
  const look = async (hours: number, found: HomePart[]) => {
    nowMs = hours * HOUR_MS
    parts = found
    await keeper.look(new AbortController().signal)
    return told.length
  }
  expect(keeper.latest()).toBeUndefined()
  expect(await look(1, [part('logs', 40), part('backups', 60), part('metrics', 0)])).toBe(0)
  expect(keeper.latest()).toEqual({
    measuredAt: '1970-01-01T01:00:00.000Z',
    bytes: 100 * MIB,
    budgetBytes: 100 * MIB,
    parts: [part('backups', 60), part('logs', 40)],
  })
  const much = [part('workspaces', 41, false), part('backups', 60)]
  expect(await look(2, much)).toBe(1)
  expect(told[0]).toEqual({
    title: 'the home of cmux takes 101 MiB, more than its 100 MiB',
    lines: [
      'the home of cmux takes 101 MiB, more than its 100 MiB',
      'what takes it: backups 60 MiB, workspaces more than 41 MiB',
      '60 MiB in HOME/backups: look at them',
      'or set disk.homeMb in config.json',
    ],
  })
  expect(await look(3, much)).toBe(1)
  expect(await look(26, much)).toBe(2)
  expect(await look(27, [part('backups', 1)])).toBe(2)
  expect(await look(28, much)).toBe(3)
})
