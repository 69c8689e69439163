import { expect, test } from 'vitest'
import { timestampFromMs, type Timestamp } from '../../protocol/timestamp.ts'
import type { AgentRecord, TurnSight } from '../agents/agent-record.ts'
import { isCutShort } from './is-cut-short.ts'

const at = timestampFromMs
const turn = (more: Partial<TurnSight> = {}): TurnSight => ({
  turn: 'working',
  says: 'uses Write',
  source: 'hook',
  at: at(1000),
  repeats: 0,
  lastCall: '',
  ...more,
})
const ending = (why: 'stop' | 'restart' | 'remove') => ({ why, fresh: false, askedAt: at(2000) })
const interrupt = (isFinal: boolean, settledAt: Timestamp | null) => ({
  at: at(800),
  isFinal,
  delivery: null,
  settledAt,
})

const AT_WORK = {
  turn: turn(),
  restedAt: null,
  hasTalked: true,
  desired: 'running',
  ending: null,
  interrupt: null,
} as const

test.each<[what: string, Partial<AgentRecord>, isCut: boolean]>([
  ['killed while it used a tool', {}, true],
  ['killed while it asked something', { turn: turn({ turn: 'waiting' }) }, true],
  ['restarted in the middle of a turn', { ending: ending('restart') }, true],
  ['at rest before this turn began', { restedAt: at(999) }, true],
  ['its turn was over', { turn: turn({ turn: 'idle' }) }, false],
  ['nothing was heard of a turn', { turn: null }, false],
  ['interrupted: only its screen tells', { restedAt: at(1001) }, false],
  ['interrupted, and not seen to rest yet', { interrupt: interrupt(true, null) }, false],
  ['interrupted in an earlier turn', { interrupt: interrupt(true, at(900)) }, true],
  ['interrupted by cmux, to help it on', { interrupt: interrupt(false, null) }, true],
  ['told to compact, which is no work', { turn: turn({ source: 'cmux' }) }, false],
  ['stopped', { desired: 'stopped', ending: ending('stop') }, false],
  ['removed', { ending: ending('remove') }, false],
  ['there is no conversation to go on with', { hasTalked: false }, false],
])('[C2] whether an end cut a turn short: %s', (_, more, isCut) => {
  expect(isCutShort({ ...AT_WORK, ...more })).toBe(isCut)
})
