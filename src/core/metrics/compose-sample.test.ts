import { expect, test } from 'vitest'
import { composeSample } from './compose-sample.ts'
import type { MachineSight } from './machine-eyes.ts'

const sight = (busyMs: number, allMs: number, families: [number, number][]): MachineSight => ({
  cpu: { busyMs, allMs },
  memory: { usedBytes: 300, totalBytes: 400 },
  disk: { usedBytes: 90, freeBytes: 10 },
  families: new Map(families.map(([pid, cpuMs]) => [pid, { cpuMs, memoryBytes: 7, processes: 2 }])),
})

test('[W3] a sample has what was used between two looks; agents add up to the machine', () => {
  const sample = composeSample(
    sight(1000, 10_000, [[5, 100]]),
    sight(1500, 12_000, [
      [5, 300],
      [6, 50],
    ]),
    {
      roots: new Map([
        ['anna', 5],
        ['ben', 6],
        ['gone', 7],
      ]),
      queues: { mail: 1, notices: 2, approvals: 3, changes: 4 },
      deliveryMs: null,
      loopDelayMs: { mean: 1, max: 2 },
      storeWriteMs: null,
    },
    0,
  )
  expect(sample).toEqual({
    timestamp: '1970-01-01T00:00:00.000Z',
    cpu: 25,
    memory: 75,
    disk: 90,
    agents: 2,
    queue: 10,
    queues: { mail: 1, notices: 2, approvals: 3, changes: 4 },
    memoryBytes: 300,
    diskFreeBytes: 10,
    deliveryMs: null,
    loopDelayMs: { mean: 1, max: 2 },
    storeWriteMs: null,
    perAgent: {
      anna: { cpu: 10, memoryBytes: 7, processes: 2 },
      ben: { cpu: 2.5, memoryBytes: 7, processes: 2 },
    },
  })
})
