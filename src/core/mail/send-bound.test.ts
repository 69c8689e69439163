import { expect, test } from 'vitest'
import { AgentName } from '../../protocol/ids.ts'
import { decideWait, makeSendBound } from './send-bound.ts'

const LIMITS = { perMinute: 3, bytesPerMinute: 100 }
const at = (atMs: number, bytes = 1) => ({ atMs, bytes })

const CASES: readonly [
  what: string,
  sent: readonly ReturnType<typeof at>[],
  bytes: number,
  waitMs: number,
][] = [
  ['nothing was sent', [], 1, 0],
  ['a message alone is over the bytes', [], 500, 0],
  ['there is room for one more', [at(0), at(1000)], 98, 0],
  ['as many were sent as may be', [at(5000), at(6000), at(7000)], 1, 55_000],
  ['the bytes would be too many until the oldest is a minute old', [at(5000, 60), at(6000, 30)], 20, 55_000],
  ['until it is just as much as may be', [at(5000, 60), at(6000, 30)], 70, 55_000],
  ['more were sent than may be now', [at(5000), at(6000), at(7000), at(8000)], 1, 56_000],
  ['nothing of the last minute', [at(-50_000, 90), at(-50_000), at(-50_000)], 90, 0],
  ['one of the last millisecond of it', [at(-49_999, 90), at(5000)], 90, 1],
  ['until all are', [at(5000, 60), at(6000, 30)], 90, 56_000],
  ['until there is nothing beside it', [at(5000, 60), at(6000, 30)], 500, 56_000],
]

test.each(CASES)('[P8] what an agent sends waits when %s', (_, sent, bytes, waitMs) => {
  expect(decideWait(sent, bytes, LIMITS, 10_000)).toBe(waitMs)
})

test('[P8] each agent is counted for itself, by what was accepted, and a person is not', () => {
  let nowMs = 0
  const bound = makeSendBound(LIMITS, { monotonicMs: () => nowMs })
  const [ada, ben] = ['ada', 'ben'].map((name) => ({ agent: AgentName.parse(name) }))
  const send = (by: typeof ada) => {
    if (!by) return
    bound.check(by, 1)
    bound.note(by, 1)
  }
  for (let count = 0; count < 3; count += 1) send(ada)
  // What was refused counts for nothing.
  for (let count = 0; count < 5; count += 1)
    expect(() => send(ada)).toThrow(
      expect.objectContaining({
        code: 'TOO_MANY_REQUESTS',
        message: 'ada has sent as much as an agent may in a minute (3 messages, 100 bytes)',
        retryAfterSec: 60,
        hint: 'wait 60 s and send it again; say several things in one message, and put long texts into a file',
      }),
    )
  send(ben)
  for (let count = 0; count < 9; count += 1) {
    bound.check({ agent: null }, 500)
    bound.note({ agent: null }, 500)
  }
  nowMs = 60_000
  send(ada)
})
