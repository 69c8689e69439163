// Kills from outside, moment by moment: what goes on, what is paid, and what is never blamed.
import { describe, expect, test } from 'vitest'
import {
  makeChild,
  makeMoment,
  meet,
  NEW,
  NOW_MS,
  testMoments,
} from '../../../test/fixtures/watchdog-moment.ts'
import type { Happening } from './happening.ts'
import type { Child, Climb, State } from './state.ts'

const killed = (child: number, by: 'killed' | 'out of memory' = 'killed') =>
  ({ kind: 'exited', child, how: 'signal SIGKILL', by }) as const satisfies Happening
const failed = (release: string, next: string, cause = 'killed') =>
  ({ do: 'record', what: { kind: 'failed', release, cause, ended: 'signal SIGKILL', next } }) as never
const begun = (change: Partial<Climb> = {}): Climb => ({
  from: 'a',
  cause: 'killed',
  rungs: [{ kind: 'restart' }, { kind: 'safe' }],
  at: 0,
  failedMs: NOW_MS,
  examined: false,
  byStandby: false,
  isOutside: true,
  silentSinceMs: NOW_MS,
  killedStarts: 0,
  held: null,
  ...change,
})
const tellTwo = { do: 'tell', child: 2, word: 'lead' } as const
const standbyLeads = { 1: null, 2: { lead: 'told', sinceMs: NOW_MS } } as const
/** Both of release `n`, which is on probation. */
const probation = (change: Partial<State> = {}): Partial<State> => ({
  children: [makeChild(1, { release: 'n' }), makeChild(2, { release: 'n', phase: 'loaded' })],
  ledger: NEW,
  ...change,
})
/** A start that a kill from outside led to, and that is killed now. */
const starting = (killedStarts: number, change: Partial<State> = {}, child: Partial<Child> = {}) => ({
  children: [makeChild(3, { phase: 'starting', ...child })],
  leader: null,
  standby: null,
  candidate: 3,
  nextId: 4,
  climb: begun({ killedStarts }),
  ...change,
})

const later = (waitMs: number) => ({ atMs: NOW_MS + waitMs, role: 'server', clean: false }) as const
/** A promotion of release `p` is under way. */
const swapping = (change: Partial<State>): Partial<State> => ({
  candidate: 3,
  nextId: 4,
  swap: { release: 'p', why: 'promote' },
  ...change,
})

describe('[L7] a leader that is killed from outside', () => {
  testMoments([
    [
      'is followed by its standby',
      {},
      killed(1),
      {
        effects: [failed('a', 'restart'), { do: 'save' }, tellTwo],
        changed: {
          leader: null,
          standby: null,
          candidate: 2,
          climb: begun({ byStandby: true }),
          children: standbyLeads,
        },
      },
    ],
    [
      'is followed by its standby the tenth time too, and climbs no rung of the recovery that it is part of',
      { climb: begun({ cause: 'crashed', isOutside: false, at: 1, killedStarts: 2, failedMs: 0 }) },
      killed(1),
      {
        effects: [failed('a', 'restart'), { do: 'save' }, tellTwo],
        changed: {
          leader: null,
          standby: null,
          candidate: 2,
          climb: begun({ cause: 'crashed', isOutside: false, at: 1, byStandby: true }),
          children: standbyLeads,
        },
      },
    ],
    [
      'is started again at once when there is no standby',
      { children: [makeChild(1)], standby: null },
      killed(1),
      {
        effects: [
          failed('a', 'restart'),
          { do: 'save' },
          { do: 'spawn', child: 3, role: 'server', release: 'a', clean: false },
        ],
        changed: {
          leader: null,
          candidate: 3,
          nextId: 4,
          climb: begun(),
          children: { 1: null, 3: makeChild(3, { phase: 'starting', sinceMs: NOW_MS }) },
        },
      },
    ],
    [
      'on probation is not rolled back, and gets the killed start back for the next one',
      probation(),
      killed(1),
      {
        effects: [failed('n', 'restart'), { do: 'save' }, tellTwo],
        changed: {
          leader: null,
          standby: null,
          candidate: 2,
          climb: begun({ from: 'n', byStandby: true }),
          children: standbyLeads,
        },
      },
    ],
    [
      'never has more starts left than it got',
      probation({ ledger: { ...NEW, triesLeft: 3 } }),
      killed(1),
      {
        effects: [failed('n', 'restart'), { do: 'save' }, tellTwo],
        changed: {
          leader: null,
          standby: null,
          candidate: 2,
          ledger: { ...NEW, triesLeft: 2 },
          climb: begun({ from: 'n', byStandby: true }),
          children: standbyLeads,
        },
      },
    ],
  ])

  test('for want of memory goes on when it is proven', () => {
    const { effects, changed } = meet(makeMoment(), killed(1, 'out of memory'))
    expect(effects).toEqual([failed('a', 'restart', 'out of memory'), { do: 'save' }, tellTwo])
    expect(changed.climb).toEqual(begun({ cause: 'out of memory', byStandby: true }))
  })

  test('for want of memory is rolled back when it is on probation', () => {
    const { effects } = meet(makeMoment(probation()), killed(1, 'out of memory'))
    expect(effects).toEqual([failed('n', 'release a', 'out of memory'), { do: 'examine' }])
  })

  test('and then fails by itself gets the whole ladder for that', () => {
    const moment = makeMoment({ climb: begun({ byStandby: true, failedMs: 0 }) })
    const { changed } = meet(moment, { kind: 'exited', child: 1, how: 'exit status 1' })
    expect(changed.climb).toMatchObject({
      cause: 'crashed',
      isOutside: false,
      at: 0,
      rungs: [{ kind: 'restart' }, { kind: 'clean' }, { kind: 'release', release: 'b' }, { kind: 'safe' }],
    })
  })

  test('and on probation then fails by itself is rolled back', () => {
    const moment = makeMoment(probation({ climb: begun({ from: 'n', failedMs: 0 }) }))
    const { changed } = meet(moment, { kind: 'exited', child: 1, how: 'exit status 1' })
    expect(changed.climb?.rungs[0]).toEqual({ kind: 'release', release: 'a', proven: true })
  })
})

describe('[L7] a start that is killed from outside', () => {
  testMoments([
    [
      'is made again after a wait',
      starting(0),
      killed(3),
      {
        effects: [failed('a', 'restart')],
        changed: {
          candidate: null,
          delayed: later(500),
          climb: begun({ killedStarts: 1 }),
          children: { 3: null },
        },
      },
    ],
    [
      'is made again after a longer wait',
      starting(2, { climb: begun({ killedStarts: 2, examined: true, failedMs: 0 }) }),
      killed(3),
      {
        effects: [failed('a', 'restart')],
        changed: {
          candidate: null,
          delayed: later(2000),
          climb: begun({ killedStarts: 3 }),
          children: { 3: null },
        },
      },
    ],
    [
      'once too often leaves the port to safe mode, and blames no release',
      starting(3, { ledger: NEW }, { release: 'n' }),
      killed(3),
      {
        effects: [
          failed('n', 'safe mode'),
          { do: 'record', what: { kind: 'safe mode', cause: 'killed', faults: [] } },
          { do: 'spawn', child: 4, role: 'safe', release: '', clean: false },
        ],
        changed: {
          candidate: 4,
          nextId: 5,
          ledger: { ...NEW, triesLeft: 3 },
          climb: begun({ at: 1, killedStarts: 4 }),
          safeRetry: { atMs: NOW_MS + 5000, waitMs: 5000, tried: 0 },
          children: {
            3: null,
            4: makeChild(4, { role: 'safe', release: '', phase: 'starting', sinceMs: NOW_MS }),
          },
        },
      },
    ],
  ])

  test('in a planned swap is refused without being called bad', () => {
    const children = [makeChild(1), makeChild(3, { release: 'n', phase: 'loaded' })]
    const swap = { release: 'n', why: 'promote' } as const
    const suspected = meet(makeMoment({ children, standby: null, candidate: 3, swap }), killed(3))
    expect(suspected.changed.suspect).toMatchObject({ release: 'n', cause: 'killed' })
    const { suspect = null } = suspected.changed
    const { effects, changed } = meet(makeMoment({ suspect }), { kind: 'examined', faults: [] })
    expect(effects).toEqual([
      {
        do: 'record',
        what: { kind: 'refused', release: 'n', cause: 'killed', ended: 'signal SIGKILL', faults: [] },
      },
    ])
    expect(changed).toEqual({ suspect: null })
  })
})

describe('[P4] [P5] the candidate of a planned swap that is gone', () => {
  const END = { kind: 'exited', child: 3, how: 'exit status 1' } as const
  const listens = makeChild(3, { release: 'p', phase: 'listening' })
  const suspect = {
    release: 'p',
    why: 'promote',
    cause: 'crashed',
    ended: 'exit status 1',
    sinceMs: NOW_MS,
  } as const
  const back = begun({ cause: 'crashed', byStandby: true })
  const drained = (lead: Child['lead']) => [
    makeChild(1, { lead }),
    makeChild(2, { phase: 'loaded' }),
    listens,
  ]
  const endOld = { do: 'signal', child: 1, signal: 'SIGTERM' } as const
  const doomed = { doomed: 'replaced', sinceMs: NOW_MS } as const
  const startSafe = { do: 'spawn', child: 4, role: 'safe', release: '', clean: false } as const
  const safe = makeChild(4, { role: 'safe', release: '', phase: 'starting', sinceMs: NOW_MS })
  test('of the same release, after the leader was killed: that release is to blame', () => {
    const children = [makeChild(3, { phase: 'starting' })]
    const swap = { release: 'a', why: 'restart' } as const
    const { effects, changed } = meet(
      makeMoment({ children, leader: null, standby: null, candidate: 3, nextId: 4, swap }),
      END,
    )
    expect(effects[0]).toMatchObject({ what: { kind: 'failed', release: 'a', cause: 'crashed' } })
    expect([changed.suspect, changed.climb?.isOutside]).toEqual([undefined, false])
  })

  testMoments([
    [
      'after the leader has handed over: the standby leads at once',
      swapping({ children: drained('yielded') }),
      END,
      {
        effects: [{ do: 'examine' }, endOld, { do: 'save' }, tellTwo],
        changed: {
          leader: null,
          standby: null,
          candidate: 2,
          swap: null,
          suspect,
          climb: back,
          children: { 1: doomed, 2: { lead: 'told', sinceMs: NOW_MS }, 3: null },
        },
      },
    ],
    [
      'while the leader hands over: the standby waits for it, since it may write',
      swapping({ children: drained('draining') }),
      END,
      {
        effects: [{ do: 'examine' }, endOld, { do: 'save' }],
        changed: {
          leader: null,
          standby: null,
          candidate: 2,
          swap: null,
          suspect,
          climb: back,
          children: { 1: doomed, 2: { sinceMs: NOW_MS }, 3: null },
        },
      },
    ],
    [
      'after the leader was killed: the release that ran before comes back, and is not blamed',
      swapping({ children: [makeChild(2, { phase: 'loaded' }), listens], leader: null }),
      END,
      {
        effects: [{ do: 'examine' }, { do: 'save' }, tellTwo],
        changed: {
          standby: null,
          candidate: 2,
          swap: null,
          suspect,
          climb: back,
          children: { 2: { lead: 'told', sinceMs: NOW_MS }, 3: null },
        },
      },
    ],
    [
      'and was to leave a safe mode that is gone too: safe mode is started again at once',
      swapping({
        children: [listens],
        leader: null,
        standby: null,
        swap: { release: 'p', why: 'leave safe mode' },
      }),
      END,
      {
        effects: [startSafe],
        changed: {
          candidate: 4,
          nextId: 5,
          swap: null,
          safeRetry: { atMs: NOW_MS + 10_000, waitMs: 10_000, tried: 0 },
          children: { 3: null, 4: safe },
        },
      },
    ],
    [
      'and was to leave a safe mode that hands over: another safe mode follows at once',
      swapping({
        children: [makeChild(1, { role: 'safe', release: '', lead: 'draining' }), listens],
        standby: null,
        swap: { release: 'p', why: 'leave safe mode' },
      }),
      END,
      {
        effects: [endOld, startSafe],
        changed: {
          leader: null,
          candidate: 4,
          nextId: 5,
          swap: null,
          safeRetry: { atMs: NOW_MS + 10_000, waitMs: 10_000, tried: 0 },
          children: { 1: doomed, 3: null, 4: safe },
        },
      },
    ],
    [
      'killed, and was to leave safe mode: the same release is tried again, and no later than before',
      swapping({
        children: [makeChild(1, { role: 'safe', release: '' }), listens],
        standby: null,
        swap: { release: 'p', why: 'leave safe mode' },
        safeRetry: { atMs: 0, waitMs: 5000, tried: 1 },
      }),
      killed(3),
      {
        changed: {
          candidate: null,
          swap: null,
          safeRetry: { atMs: NOW_MS + 5000, waitMs: 5000, tried: 0 },
          children: { 3: null },
        },
      },
    ],
  ])
})

describe('[L7] what else is killed from outside', () => {
  const safe = makeChild(1, { role: 'safe', release: '' })
  test('safe mode is started again at once, however often', () => {
    const { effects, changed } = meet(
      makeMoment({ children: [safe], standby: null, safeFailures: 5 }),
      killed(1),
    )
    expect(effects).toEqual([{ do: 'spawn', child: 3, role: 'safe', release: '', clean: false }])
    expect([changed.safeFailures, changed.delayed]).toEqual([undefined, undefined])
  })

  test('safe mode that is killed while it starts is started again after a wait', () => {
    const starts = {
      children: [{ ...safe, phase: 'starting' as const }],
      leader: null,
      candidate: 1,
      standby: null,
    }
    const { effects, changed } = meet(makeMoment(starts), killed(1))
    expect([effects, changed.safeFailures, changed.delayed?.atMs]).toEqual([[], 1, NOW_MS + 500])
  })

  test.each([
    ['a standby that was ready is replaced at once', 'loaded', 0, NOW_MS],
    ['a standby that was not ready is replaced after a wait', 'starting', 1, NOW_MS + 500],
  ] as const)('%s', (_, phase, standbyFailures, standbyAtMs) => {
    const { changed } = meet(makeMoment({ children: [makeChild(1), makeChild(2, { phase })] }), killed(2))
    expect({ standbyFailures: 0, ...changed }).toEqual({
      standby: null,
      standbyFailures,
      standbyAtMs,
      children: { 2: null },
    })
  })

  test('what the watchdog killed itself has the cause for which it did', () => {
    const moment = makeMoment({ children: [makeChild(1, { doomed: 'hung' })], standby: null })
    expect(meet(moment, killed(1)).changed.climb).toMatchObject({ cause: 'hung', isOutside: false })
  })
})
