import { expect, test } from 'vitest'
import type { AgentName } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { describePaused } from './describe-paused.ts'

const paused = { since: timestampFromMs(0), by: 'owner', why: 'lunch' }
const team = (held: string, free: string) => [
  ...held.split('').map((name) => ({ name: name as AgentName, paused })),
  ...free.split('').map((name) => ({ name: name as AgentName, paused: null })),
]

test.each([
  ['', 'xyz', null],
  ['a', 'x', 'a is paused by owner: lunch'],
  ['ab', 'x', 'a and b are paused'],
  ['abc', 'x', 'a, b and c are paused'],
  ['abcd', 'x', '4 of 5 agents are paused'],
  ['ab', '', 'All 2 agents are paused'],
])('[O3] paused %j, not paused %j: %s', (held, free, words) => {
  expect(describePaused(team(held, free))).toBe(words)
})
