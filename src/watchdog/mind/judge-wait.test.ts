import { expect, test } from 'vitest'
import { judgeWait, type Vitals } from './judge-wait.ts'

const vitals = (now: Partial<Vitals>): Vitals => ({
  atMs: 1000,
  ranMs: 0,
  queuedMs: 0,
  isInDisk: false,
  memoryStallMs: 0,
  ...now,
})
const START = vitals({ atMs: 0 })

test.each([
  ['it sleeps, and nothing keeps it', {}, { share: 0, cause: 'disk', isStill: true }],
  ['it works all the time', { ranMs: 1000 }, { share: 0, cause: 'disk', isStill: false }],
  ['it waits for the disk', { isInDisk: true }, { share: 1, cause: 'disk', isStill: true }],
  [
    'it worked, and waits for the disk',
    { isInDisk: true, ranMs: 300, queuedMs: 100 },
    { share: 0.7, cause: 'disk', isStill: false },
  ],
  ['it had no processor', { ranMs: 100, queuedMs: 800 }, { share: 0.8, cause: 'processor', isStill: false }],
  [
    'it had no processor, and waits for the disk a little',
    { isInDisk: true, ranMs: 100, queuedMs: 600 },
    { share: 0.9, cause: 'processor', isStill: false },
  ],
  [
    'it waits for what memory had no room for',
    { isInDisk: true, memoryStallMs: 200 },
    { share: 1, cause: 'memory', isStill: true },
  ],
  [
    'a little pressure on memory is none',
    { isInDisk: true, memoryStallMs: 199 },
    { share: 1, cause: 'disk', isStill: true },
  ],
  ['counters ahead of the clock', { queuedMs: 5000 }, { share: 1, cause: 'processor', isStill: false }],
  [
    'another process with the number',
    { ranMs: -5, queuedMs: -5 },
    { share: 0, cause: 'disk', isStill: true },
  ],
] as const)('[Y2] %s', (_, now, wait) => {
  expect(judgeWait(START, vitals(now))).toEqual(wait)
})

test('[Y2] it waited for the disk at the look before, and does something else now', () => {
  const before = { ...START, isInDisk: true }
  expect(judgeWait(before, vitals({ ranMs: 100 }))).toEqual({ share: 0.9, cause: 'disk', isStill: false })
})

test('[Y2] two looks at the same moment', () => {
  expect(judgeWait(START, { ...START, isInDisk: true })).toEqual({ share: 1, cause: 'disk', isStill: true })
})
