import { expect, test } from 'vitest'
import { judgeDelay } from './judge-delay.ts'

const usage = (ranMs: number, queuedMs: number, memoryStallMs = 0) => ({ ranMs, queuedMs, memoryStallMs })
const START = usage(100, 100, 100)

test.each([
  ['the disk', usage(150, 100, 100), 'disk'],
  ['the disk, with a little pressure on memory', usage(150, 100, 299), 'disk'],
  ['memory', usage(150, 100, 300), 'memory'],
  ['a processor', usage(150, 900, 100), 'processor'],
  ['nobody: it had work', usage(900, 200, 100), 'own work'],
  ['nobody knows', undefined, 'unknown'],
] as const)('[Y2] the event loop waited for %s', (_, now, cause) => {
  expect(judgeDelay(START, now, 1000)).toBe(cause)
})

test('[Y2] without an earlier reading, and in no time, nobody knows', () => {
  expect([judgeDelay(undefined, START, 1000), judgeDelay(START, START, 0)]).toEqual(['unknown', 'unknown'])
})
