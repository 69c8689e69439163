import { expect, test } from 'vitest'
import { makeAgent } from '../../../test/fixtures/make-agent.ts'
import { Timestamp } from '../../protocol/timestamp.ts'
import { replanAgent } from './replan-agent.ts'

const at = (text: string) => Timestamp.parse(`2026-01-01T${text}:00.000Z`)
const HOUR_MS = 3_600_000

const busy = (hour: string) =>
  ({
    statusSince: at(`${hour}:00`),
    ending: { why: 'restart', fresh: false, askedAt: at(`${hour}:01`) },
    startedAt: at(`${hour}:02`),
    toolsAt: at(`${hour}:03`),
    turn: {
      turn: 'working',
      says: 'began a turn',
      source: 'hook',
      at: at(`${hour}:04`),
      repeats: 0,
      lastCall: '',
    },
    movedAt: at(`${hour}:05`),
    restedAt: at(`${hour}:06`),
    cutAt: at(`${hour}:07`),
    clockedAt: at(`${hour}:08`),
    context: { tokens: 1, model: 'm', at: at(`${hour}:09`) },
    compaction: { stage: 'due', since: at(`${hour}:10`), tries: 0, percent: 1, message: null },
    shortenedAt: at(`${hour}:11`),
    interrupt: { at: at(`${hour}:12`), isFinal: true, delivery: null, settledAt: at(`${hour}:13`) },
    elsewhere: {
      silentMs: 1,
      command: [],
      tries: 1,
      rollback: false,
      beat: { at: at(`${hour}:14`), status: 'idle', note: '' },
      upSince: at(`${hour}:15`),
      silence: { since: at(`${hour}:16`), steps: 1, steppedAt: at(`${hour}:17`), isGivenUp: false },
    },
  }) as const
const resting = (hour: string) => ({
  since: at('10:00'),
  by: 'quota',
  why: null,
  cutsTurn: false,
  until: at(`${hour}:30`),
})

test('[Y5] every moment that something waits from moves with a clock that is set back', () => {
  const record = makeAgent('anna', { ...busy('12'), paused: resting('12') })
  expect(replanAgent(record, -HOUR_MS)).toEqual({ ...busy('11'), paused: resting('11') })
})

test('[Y5] after a night of sleep a rest ends at its hour, and no silence has grown', () => {
  const record = makeAgent('anna', { ...busy('02'), paused: resting('02') })
  expect(replanAgent(record, 8 * HOUR_MS)).toEqual(busy('10'))
})

test('[Y5] an agent that waits for nothing keeps nothing else', () => {
  const record = makeAgent('anna', { statusSince: at('12:00') })
  expect(Object.keys(replanAgent(record, HOUR_MS))).toEqual(expect.arrayContaining(['statusSince']))
})
