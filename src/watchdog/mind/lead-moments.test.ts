// A candidate takes the lead, and answers until it is called good: all effects, and all that is different afterwards.
import { describe, expect, test } from 'vitest'
import {
  GOOD,
  makeChild,
  makeMoment,
  meet,
  NEW,
  NOW_MS,
  ONLY,
  testMoments,
} from '../../../test/fixtures/watchdog-moment.ts'
import { LIMITS } from './limits.ts'
import type { Child, Climb, State } from './state.ts'

const CLIMB: Climb = {
  from: 'a',
  cause: 'crashed',
  rungs: [{ kind: 'restart' }, { kind: 'clean' }, { kind: 'safe' }],
  at: 1,
  failedMs: 0,
  examined: true,
  byStandby: false,
  isOutside: false,
  silentSinceMs: NOW_MS,
  killedStarts: 0,
  held: null,
}

describe('[P4] [R3] a candidate that leads', () => {
  const LEADS = { kind: 'leading', child: 3 } as const
  type Why = NonNullable<State['swap']>['why']
  const swapping = (why: Why | null, release: string, change: Partial<State> = {}): Partial<State> => ({
    children: [makeChild(1), makeChild(3, { phase: 'listening', lead: 'told', release, misses: 1 })],
    standby: null,
    standbyFailures: 2,
    candidate: 3,
    swap: why && { release, why },
    ...change,
  })
  const replaced = { do: 'signal', child: 1, signal: 'SIGTERM' } as const
  const swapped = (from: string, to: string, why: Why) =>
    ({ do: 'record', what: { kind: 'swapped', from, to, why } }) as const
  const led = {
    leader: 3,
    candidate: null,
    goodProbes: 0,
    probedAtMs: Number.NEGATIVE_INFINITY,
    standbyFailures: 0,
    swap: null,
    children: {
      1: { doomed: 'replaced' as const, sinceMs: NOW_MS },
      3: { phase: 'leading' as const, sinceMs: NOW_MS, misses: 0 },
    },
  }
  const { swap: _, ...unplanned } = led
  testMoments([
    [
      'of the same release only takes over',
      swapping('restart', 'a', { countedAtMs: 7 }),
      LEADS,
      { effects: [replaced, swapped('a', 'a', 'restart')], changed: { ...led, countedAtMs: NOW_MS } },
    ],
    [
      'where nobody did before replaces nobody',
      swapping(null, 'a', {
        children: [makeChild(3, { phase: 'listening', lead: 'told', misses: 1 })],
        leader: null,
      }),
      LEADS,
      { changed: { ...unplanned, children: { 3: led.children[3] } } },
    ],
    [
      'after a recovery, and not by a swap, leaves the ledger as it is',
      swapping(null, 'a', { climb: CLIMB }),
      LEADS,
      { effects: [replaced], changed: unplanned },
    ],
    [
      'by name is on probation, and has spent its first try',
      swapping('promote', 'p', { ledger: { ...GOOD, goodForMs: 5, servedBefore: 'x' }, climb: CLIMB }),
      LEADS,
      {
        effects: [replaced, { do: 'save' }, { do: 'flip', release: 'p' }, swapped('a', 'p', 'promote')],
        changed: {
          ...led,
          climb: null,
          ledger: { ...GOOD, current: 'p', phase: 'trying', triesLeft: 2, servedBefore: null },
        },
      },
    ],
    [
      'by name, after one that was not proven, remembers that',
      swapping('promote', 'p', {
        ledger: ONLY,
        children: [
          makeChild(1, { release: 'n' }),
          makeChild(3, { phase: 'listening', lead: 'told', release: 'p', misses: 1 }),
        ],
      }),
      LEADS,
      {
        effects: [replaced, { do: 'save' }, { do: 'flip', release: 'p' }, swapped('n', 'p', 'promote')],
        changed: { ...led, ledger: { ...ONLY, current: 'p', servedBefore: 'n' } },
      },
    ],
    [
      'by name, and was good before, is good',
      swapping('promote', 'b', { ledger: { ...GOOD, goodForMs: 5 } }),
      LEADS,
      {
        effects: [replaced, { do: 'save' }, { do: 'flip', release: 'b' }, swapped('a', 'b', 'promote')],
        changed: { ...led, ledger: { ...GOOD, current: 'b' } },
      },
    ],
    [
      'by a way back remembers nothing of what was left',
      swapping('rollback', 'b', { ledger: { ...NEW, servedBefore: 'x' }, climb: CLIMB }),
      LEADS,
      {
        effects: [replaced, { do: 'save' }, { do: 'flip', release: 'b' }, swapped('n', 'b', 'rollback')],
        changed: { ...led, climb: null, ledger: { ...GOOD, current: 'b', servedBefore: 'x' } },
      },
    ],
    [
      'after safe mode says so, and the recovery goes on until it has held',
      swapping('leave safe mode', 'a', {
        children: [
          makeChild(1, { role: 'safe', release: '' }),
          makeChild(3, { phase: 'listening', lead: 'told', misses: 1 }),
        ],
        climb: CLIMB,
      }),
      LEADS,
      { effects: [replaced, swapped('safe mode', 'a', 'leave safe mode')], changed: led },
    ],
    [
      'by name, after safe mode, says so, and remembers nobody',
      swapping('promote', 'p', {
        children: [
          makeChild(1, { role: 'safe', release: '' }),
          makeChild(3, { phase: 'listening', lead: 'told', release: 'p', misses: 1 }),
        ],
      }),
      LEADS,
      {
        effects: [
          replaced,
          { do: 'save' },
          { do: 'flip', release: 'p' },
          swapped('safe mode', 'p', 'promote'),
        ],
        changed: { ...led, ledger: { ...GOOD, current: 'p', phase: 'trying', triesLeft: 2 } },
      },
    ],
    [
      'and is safe mode changes no ledger, and no swap',
      swapping(null, '', {
        children: [makeChild(3, { role: 'safe', release: '', phase: 'loaded', lead: 'told', misses: 1 })],
        leader: null,
        swap: { release: 'p', why: 'promote' },
      }),
      LEADS,
      {
        changed: {
          leader: 3,
          candidate: null,
          goodProbes: 0,
          probedAtMs: Number.NEGATIVE_INFINITY,
          children: { 3: led.children[3] },
        },
      },
    ],
  ])

  test.each([
    ['of another release goes', 'a', true],
    ['of its own release stays', 'p', false],
  ])('a standby %s', (_title, release, goes) => {
    const children = [
      makeChild(1),
      makeChild(2, { phase: 'loaded', release }),
      makeChild(3, { phase: 'listening', lead: 'told', release: 'p' }),
    ]
    const { effects, changed } = meet(makeMoment(swapping('promote', 'p', { children, standby: 2 })), LEADS)
    const told = effects.filter((effect) => effect.do === 'signal' && effect.child === 2)
    expect(told).toEqual(goes ? [{ do: 'signal', child: 2, signal: 'SIGTERM' }] : [])
    expect(changed.children?.[2]).toEqual(goes ? { doomed: 'unneeded', sinceMs: NOW_MS } : undefined)
    expect(changed.standby).toBe(goes ? null : undefined)
  })
})

const leading = (change: Partial<State> = {}, child: Partial<Child> = {}) => ({
  children: [makeChild(1, { sinceMs: NOW_MS - 60_000, ...child })],
  standby: null,
  goodProbes: 9,
  ...change,
})

describe('[R3] the good answers of a leader', () => {
  const ANSWER = { kind: 'answered', child: 1, well: true } as const
  const soaked = { goodProbes: 10 }
  testMoments([
    [
      'add to how long it was good',
      leading({ goodProbes: 0, countedAtMs: NOW_MS - 40, ledger: { ...GOOD, goodForMs: 2 } }),
      ANSWER,
      { changed: { goodProbes: 1, countedAtMs: NOW_MS, ledger: { ...GOOD, goodForMs: 42 } } },
    ],
    [
      'add nothing on probation',
      leading({ goodProbes: 0, countedAtMs: NOW_MS - 40, ledger: NEW }),
      ANSWER,
      { changed: { goodProbes: 1, countedAtMs: NOW_MS } },
    ],
    [
      'are too few',
      leading({ goodProbes: 8, ledger: NEW, climb: CLIMB }),
      ANSWER,
      { changed: { goodProbes: 9 } },
    ],
    [
      'are too early',
      leading({ ledger: NEW, climb: CLIMB }, { sinceMs: NOW_MS - 59_999 }),
      ANSWER,
      { changed: soaked },
    ],
    [
      'make it good after a soak',
      leading({ ledger: { ...NEW, current: 'n', servedBefore: 'x', goodForMs: 3 } }),
      ANSWER,
      {
        effects: [{ do: 'save' }, { do: 'record', what: { kind: 'good', release: 'n' } }, { do: 'tidy' }],
        changed: {
          ...soaked,
          ledger: { ...GOOD, current: 'n', good: ['n', 'a', 'b'] },
        },
      },
    ],
    [
      'make the first one good, and what served before is not forgotten',
      leading({ ledger: { ...ONLY, servedBefore: 'x' } }),
      ANSWER,
      {
        effects: [{ do: 'save' }, { do: 'record', what: { kind: 'good', release: 'n' } }, { do: 'tidy' }],
        changed: { ...soaked, ledger: { ...GOOD, current: 'n', good: ['n'], servedBefore: 'x' } },
      },
    ],
    [
      'make it good again, and only so many are kept',
      leading({ ledger: { ...NEW, current: 'c', good: ['a', 'b', 'c', 'd', 'e', 'f'] } }),
      ANSWER,
      {
        effects: [{ do: 'save' }, { do: 'record', what: { kind: 'good', release: 'c' } }, { do: 'tidy' }],
        changed: { ...soaked, ledger: { ...GOOD, current: 'c', good: ['c', 'a', 'b', 'd', 'e'] } },
      },
    ],
    [
      'end a recovery, and say what has helped',
      leading({ climb: CLIMB }),
      ANSWER,
      {
        effects: [
          {
            do: 'record',
            what: {
              kind: 'recovered',
              release: 'a',
              cause: 'crashed',
              tried: ['restart', 'restart clean'],
              by: 'restart clean',
            },
          },
        ],
        changed: { ...soaked, climb: null },
      },
    ],
    [
      'end a recovery by the standby, and say so',
      leading({ climb: { ...CLIMB, at: 0, byStandby: true } }),
      ANSWER,
      {
        effects: [
          {
            do: 'record',
            what: { kind: 'recovered', release: 'a', cause: 'crashed', tried: ['restart'], by: 'standby' },
          },
        ],
        changed: { ...soaked, climb: null },
      },
    ],
    [
      'end the patience of safe mode',
      leading({ safeRetry: { atMs: 9, waitMs: 40_000, tried: 7 }, safeFailures: 3 }),
      ANSWER,
      {
        changed: {
          ...soaked,
          safeRetry: { atMs: 0, waitMs: LIMITS.safeRetryMs[0], tried: 0 },
          safeFailures: 0,
        },
      },
    ],
    [
      'prove the watchdog itself',
      leading({ onTrial: true }),
      ANSWER,
      { effects: [{ do: 'prove' }], changed: { ...soaked, onTrial: false } },
    ],
    [
      'of one that was there before prove nothing about the watchdog',
      leading({ onTrial: true, leader: 0, children: [makeChild(0, { sinceMs: 0 })] }),
      { ...ANSWER, child: 0 },
      { changed: soaked },
    ],
    [
      'of safe mode are only counted',
      leading({ climb: CLIMB, onTrial: true, countedAtMs: 7 }, { role: 'safe', release: '' }),
      ANSWER,
      { changed: soaked },
    ],
  ])
})

test.each([
  [5000, 10_000],
  [30_000, 60_000],
  [40_000, 60_000],
])(
  '[H2] after a failed try, safe mode waits twice as long, up to a minute: %i, then %i',
  (waitMs, nextMs) => {
    const moment = makeMoment({
      children: [makeChild(1, { role: 'safe', release: '' }), makeChild(3, { phase: 'starting' })],
      standby: null,
      candidate: 3,
      swap: { release: 'a', why: 'leave safe mode' },
      safeRetry: { atMs: 0, waitMs, tried: 1 },
    })
    expect(meet(moment, { kind: 'exited', child: 3, how: 'x' }).changed.safeRetry).toEqual({
      atMs: NOW_MS + nextMs,
      waitMs: nextMs,
      tried: 1,
    })
  },
)
