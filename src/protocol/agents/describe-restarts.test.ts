import { expect, test } from 'vitest'
import { describeEnd as storedEnd } from '../../core/agents/describe-end.ts'
import { describeEnd, describeRestarts, describeStart, STARTED_AFTER_EXIT } from './describe-restarts.ts'

test.each([
  [{ status: 1, signal: null }, 'exited (code 1)'],
  [{ status: 137, signal: null }, 'was killed (signal 9)'],
  [{ status: null, signal: 15 }, 'was killed (signal 15)'],
  [{ status: null, signal: null }, 'exited (cause unknown)'],
])('[U6] the end that is stored of %j is shown in words', (found, words) => {
  expect(describeEnd(storedEnd(found))).toBe(words)
})

test('[U6] an end that was not seen says so', () => {
  expect(describeEnd(null)).toBe('exited (cause unknown)')
})

test('[U6] the end that another release stored is shown whole', () => {
  expect(describeEnd('out of memory')).toBe('exited: out of memory')
})

test('[U6] the start after an unexpected exit says so, and every other reason is shown as it is', () => {
  expect(describeStart(STARTED_AFTER_EXIT)).toBe('restarted after an unexpected exit')
  expect(describeStart('asked for')).toBe('asked for')
})

test.each([
  [1, ''],
  [2, 'restarted once'],
  [7, 'restarted 6 times'],
])('[U6] run %s of an agent is shown as %j', (generation, words) => {
  expect(describeRestarts(generation)).toBe(words)
})
