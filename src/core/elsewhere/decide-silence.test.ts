import { expect, test } from 'vitest'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { decideSilence } from './decide-silence.ts'
import type { Elsewhere, Silence } from './elsewhere.ts'

const LIMIT_MS = 1000
const BEAT_MS = 10_000
const at = (ms: number) => timestampFromMs(ms)

const make = (more: Partial<Elsewhere> = {}): Elsewhere => ({
  silentMs: LIMIT_MS,
  command: ['start'],
  tries: 2,
  rollback: true,
  beat: { at: at(BEAT_MS), status: 'idle', note: '' },
  upSince: null,
  silence: null,
  ...more,
})
const silence = (more: Partial<Silence> = {}): Silence => ({
  since: at(BEAT_MS),
  steps: 0,
  steppedAt: null,
  isGivenUp: false,
  ...more,
})
const step = (number: number, what: 'restart' | 'rollback', of = 4) => ({
  do: 'step',
  step: what,
  number,
  of,
})

test.each<readonly [string, Elsewhere, number, unknown]>([
  ['was never heard of', make({ beat: null }), 1e9, null],
  ['is within its limit', make(), BEAT_MS + LIMIT_MS, null],
  ['is beyond it', make(), BEAT_MS + LIMIT_MS + 1, { do: 'tell' }],
  ['was told of', make({ silence: silence() }), BEAT_MS + 2000, step(1, 'restart')],
  ['was just started again', make({ silence: silence({ steps: 1, steppedAt: at(12_000) }) }), 12_999, null],
  [
    'did not come back',
    make({ silence: silence({ steps: 1, steppedAt: at(12_000) }) }),
    13_000,
    step(2, 'restart'),
  ],
  [
    'needs more than that',
    make({ silence: silence({ steps: 2, steppedAt: at(12_000) }) }),
    13_000,
    step(3, 'rollback'),
  ],
  [
    'is started on what was good',
    make({ silence: silence({ steps: 3, steppedAt: at(12_000) }) }),
    13_000,
    step(4, 'restart'),
  ],
  [
    'is beyond help',
    make({ silence: silence({ steps: 4, steppedAt: at(12_000) }) }),
    13_000,
    { do: 'give up' },
  ],
  [
    'has nobody to start it',
    make({ command: [], rollback: false, silence: silence() }),
    12_000,
    { do: 'give up' },
  ],
  ['has only its project', make({ command: [], silence: silence() }), 12_000, step(1, 'rollback', 1)],
  ['was given up', make({ silence: silence({ steps: 4, isGivenUp: true }) }), 1e9, null],
  ['was heard of meanwhile', make({ silence: silence({ steps: 1 }) }), BEAT_MS + 10, null],
])('[C6] an agent elsewhere that %s', (_what, elsewhere, nowMs, action) => {
  expect(decideSilence(elsewhere, nowMs)).toEqual(action)
})
