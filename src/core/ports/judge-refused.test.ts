import { expect, test } from 'vitest'
import type { AgentId, AgentName } from '../../protocol/ids.ts'
import type { AgentPort } from '../../protocol/agents/port.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { judgeRefused, WANTED_MAX } from './judge-refused.ts'

const REFUSED = { key: 'agt_ada' as AgentId, address: 'localhost', port: 5432, isServed: true }
const row = (more: Partial<AgentPort>): AgentPort => ({
  agent: 'ada' as AgentName,
  project: null,
  direction: 'to-host',
  address: 'localhost',
  port: 5432,
  state: 'wanted',
  scope: null,
  generation: 1,
  hostPort: null,
  since: timestampFromMs(0),
  by: null,
  ...more,
})
const many = (count: number, more: Partial<AgentPort> = {}) =>
  Array.from({ length: count }, (_, index) => row({ port: 1000 + index, ...more }))

test.each([
  ['the first time', REFUSED, [], 'told'],
  ['where nothing listens on this machine', { ...REFUSED, isServed: false }, [], 'ignored'],
  ['at the metadata of a cloud', { ...REFUSED, address: '169.254.169.254' }, [], 'ignored'],
  ['at another address of this machine', { ...REFUSED, address: '10.0.0.5' }, [row({})], 'told'],
  ['at another port', { ...REFUSED, port: 1 }, [row({})], 'told'],
  ['again', REFUSED, [row({})], 'ignored'],
  ['after a no', REFUSED, [row({ state: 'closed' })], 'ignored'],
  ['while it is being opened', REFUSED, [row({ state: 'open' })], 'ignored'],
  ['at a port that its own server has', REFUSED, [row({ direction: 'to-agent' })], 'told'],
  ['as the last of many', REFUSED, many(WANTED_MAX - 1), 'told'],
  ['as one of too many', REFUSED, many(WANTED_MAX), 'ignored'],
  ['after many that were decided', REFUSED, many(WANTED_MAX, { state: 'closed' }), 'told'],
] as const)('[S8] an agent that is refused %s', (_, refused, known, verdict) => {
  expect(judgeRefused(refused, known)).toBe(verdict)
})
