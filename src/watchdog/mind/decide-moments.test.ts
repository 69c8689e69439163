// One happening at a time, against one moment: all effects, and all that is different afterwards.
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
  type MomentRow,
  type Outcome,
} from '../../../test/fixtures/watchdog-moment.ts'
import { LIMITS } from './limits.ts'
import { makeState, type Child, type Climb, type State } from './state.ts'

const LEADER = makeChild(1)
const STANDBY = makeChild(2, { phase: 'loaded' })
/** A candidate beside a leader, or alone. */
const withCandidate = (change: Partial<Child> = {}, more: Partial<State> = {}): Partial<State> => ({
  children: [LEADER, makeChild(3, { phase: 'loaded', release: 'p', ...change })],
  standby: null,
  candidate: 3,
  swap: { release: 'p', why: 'promote' },
  nextId: 4,
  ...more,
})
const alone = (change: Partial<Child> = {}, more: Partial<State> = {}): Partial<State> => ({
  children: [makeChild(3, { phase: 'starting', ...change })],
  leader: null,
  standby: null,
  candidate: 3,
  nextId: 4,
  goodProbes: 0,
  ...more,
})
const tell = (child: number, word: 'listen' | 'lead' | 'drain') => ({ do: 'tell', child, word }) as const
const kill = (child: number) => ({ do: 'signal', child, signal: 'SIGKILL' }) as const
const DOOMED = { doomed: 'unneeded' } as const

const begin = (heirTo: { release: string } | null) => meet(makeState(GOOD, LIMITS), { kind: 'begun', heirTo })

describe('[P4] the beginning', () => {
  test('of a watchdog that finds nobody starts the release that should run', () => {
    const born = makeChild(1, { phase: 'starting', sinceMs: NOW_MS })
    expect(begin(null)).toEqual({
      effects: [{ do: 'save' }, { do: 'spawn', child: 1, role: 'server', release: 'a', clean: false }],
      changed: { candidate: 1, nextId: 2, children: { 1: born } },
    })
  })

  test('of one that finds a server lets it serve, and swaps it for one of its own', () => {
    expect(begin({ release: 'b' })).toEqual({
      effects: [{ do: 'save' }, { do: 'spawn', child: 1, role: 'server', release: 'a', clean: false }],
      changed: {
        leader: 0,
        candidate: 1,
        nextId: 2,
        swap: { release: 'a', why: 'restart' },
        children: {
          0: makeChild(0, { release: 'b', sinceMs: NOW_MS }),
          1: makeChild(1, { phase: 'starting', sinceMs: NOW_MS }),
        },
      },
    })
  })

  test('of one that finds safe mode leaves it at the next tick', () => {
    expect(begin({ release: '' })).toEqual({
      effects: [],
      changed: { leader: 0, children: { 0: makeChild(0, { role: 'safe', release: '', sinceMs: NOW_MS }) } },
    })
  })
})

describe('[P8] words of a child that is not ours', () => {
  testMoments(
    (['loaded', 'listening', 'leading', 'yielded', 'missed'] as const).map((kind) => [
      kind,
      {},
      { kind, child: 9 },
      {},
    ]),
  )
})

describe('[P4] a child that has loaded', () => {
  const loaded = { kind: 'loaded', child: 3 } as const
  const starting = { phase: 'starting', misses: 1 } as const
  const changed = { children: { 3: { phase: 'loaded', sinceMs: NOW_MS, misses: 0 } } } as const
  testMoments([
    [
      'leads at once where nobody does',
      alone(starting),
      loaded,
      { changed: { children: { 3: { ...changed.children[3], lead: 'told' } } }, effects: [tell(3, 'lead')] },
    ],
    [
      'is looked at first where somebody leads',
      withCandidate(starting),
      loaded,
      { changed, effects: [{ do: 'probe', child: 3, via: 'door' }] },
    ],
    [
      'stands by when it is no candidate',
      withCandidate(starting, { candidate: null, standby: 3 }),
      loaded,
      { changed },
    ],
    ['is of no interest when it has done so before', withCandidate(), loaded, {}],
    ['is of no interest when it is being ended', withCandidate({ ...starting, ...DOOMED }), loaded, {}],
  ])
})

describe('[P4] a child that listens', () => {
  const listening = { kind: 'listening', child: 3 } as const
  const changed = { children: { 3: { phase: 'listening', sinceMs: NOW_MS } } } as const
  testMoments([
    [
      'makes the leader drain',
      withCandidate(),
      listening,
      {
        changed: { children: { 1: { lead: 'draining' }, ...changed.children } },
        effects: [tell(1, 'drain')],
      },
    ],
    [
      'does not make it drain twice',
      withCandidate(
        {},
        { children: [makeChild(1, { lead: 'draining' }), makeChild(3, { release: 'p', phase: 'loaded' })] },
      ),
      listening,
      { changed },
    ],
    [
      'leads where nobody does',
      alone({ phase: 'loaded' }),
      listening,
      { changed: { children: { 3: { ...changed.children[3], lead: 'told' } } }, effects: [tell(3, 'lead')] },
    ],
    [
      'waits where the leader is being ended, and may still write',
      withCandidate({}, { children: [makeChild(1, DOOMED), makeChild(3, { phase: 'loaded' })] }),
      listening,
      { changed },
    ],
    ['is of no interest before it has loaded', withCandidate({ phase: 'starting' }), listening, {}],
    ['is of no interest when it is no candidate', withCandidate({}, { candidate: null }), listening, {}],
    ['is of no interest when it is being ended', withCandidate(DOOMED), listening, {}],
  ])
})

describe('[P4] a leader that has yielded', () => {
  const yielded = { kind: 'yielded', child: 1 } as const
  const YIELDED = { children: { 1: { lead: 'yielded' } } } as const
  testMoments([
    [
      'lets the candidate lead that listens',
      withCandidate({ phase: 'listening' }),
      yielded,
      {
        changed: { children: { 1: { lead: 'yielded' }, 3: { lead: 'told' } } },
        effects: [tell(3, 'lead')],
      },
    ],
    ['lets nobody lead who does not listen', withCandidate(), yielded, { changed: YIELDED }],
    ['lets nobody lead where there is none', {}, yielded, { changed: YIELDED }],
    [
      'is none when it does not lead',
      withCandidate({ phase: 'listening' }),
      { kind: 'yielded', child: 3 },
      {},
    ],
  ])
})

describe('[P4] a child that says that it leads', () => {
  const leading = { kind: 'leading', child: 3 } as const
  testMoments([
    ['does not when it is no candidate', withCandidate({}, { candidate: null }), leading, {}],
    ['does not when it is being ended', withCandidate(DOOMED), leading, {}],
  ])

  test('does when it is the candidate', () => {
    const { changed } = meet(makeMoment(withCandidate({ phase: 'listening', lead: 'told' })), leading)
    expect(changed).toMatchObject({ leader: 3, candidate: null })
  })
})

/** A moment in which one of them has missed two probes. */
const third = (id: 1 | 2, more: Partial<Child> = {}) => {
  const missing = { ...(id === 1 ? LEADER : STANDBY), misses: 2, ...more }
  return { children: id === 1 ? [missing, STANDBY] : [LEADER, missing] }
}

const well = (child: number) => ({ kind: 'answered', child, well: true }) as const

const sick = (child: number) => ({ kind: 'answered', child, well: false }) as const

describe('[H1] an answer', () => {
  testMoments([
    [
      'of the leader counts',
      { ...third(1), ledger: NEW, children: [makeChild(1, { misses: 2, sinceMs: NOW_MS })] },
      well(1),
      { changed: { goodProbes: 6, children: { 1: { misses: 0 } } } },
    ],
    ['of the standby ends its misses', third(2), well(2), { changed: { children: { 2: { misses: 0 } } } }],
    ['of a candidate makes it listen', withCandidate(), well(3), { effects: [tell(3, 'listen')] }],
    ['of a candidate that listens is heard already', withCandidate({ phase: 'listening' }), well(3), {}],
    ['of a candidate that is being ended is too late', withCandidate(DOOMED), well(3), {}],
    ['of a child without a role is nothing', withCandidate({}, { candidate: null }), well(3), {}],
    [
      'that is sick ends a candidate at once',
      withCandidate(),
      sick(3),
      { effects: [kill(3)], changed: { children: { 3: { misses: 1, doomed: 'sick', sinceMs: NOW_MS } } } },
    ],
    [
      'that is sick ends a standby at once',
      {},
      sick(2),
      { effects: [kill(2)], changed: { children: { 2: { misses: 1, doomed: 'sick', sinceMs: NOW_MS } } } },
    ],
    ['that is sick is a miss of the leader', {}, sick(1), { changed: { children: { 1: { misses: 1 } } } }],
    [
      'that is sick, for the third time, ends the leader',
      third(1),
      sick(1),
      { effects: [kill(1)], changed: { children: { 1: { misses: 3, doomed: 'sick', sinceMs: NOW_MS } } } },
    ],
    [
      'of safe mode that is sick shows that safe mode is well',
      { children: [makeChild(1, { role: 'safe', release: '', misses: 1 })], standby: null },
      sick(1),
      { changed: { goodProbes: 6, children: { 1: { misses: 0 } } } },
    ],
  ])
})

const missed = (child: number) => ({ kind: 'missed', child }) as const

const doomed = (id: number) => ({
  effects: [kill(id)],
  changed: { children: { [id]: { misses: 3, doomed: 'hung' as const, sinceMs: NOW_MS } } },
})

describe('[H1] a missed answer', () => {
  testMoments([
    ['of the leader is one', {}, missed(1), { changed: { children: { 1: { misses: 1 } } } }],
    ['of the leader, the third, ends it', third(1), missed(1), doomed(1)],
    ['of the standby is one', {}, missed(2), { changed: { children: { 2: { misses: 1 } } } }],
    ['of the standby, the third, ends it', third(2), missed(2), doomed(2)],
    [
      'of a candidate makes it be asked again',
      withCandidate(),
      missed(3),
      {
        effects: [{ do: 'probe', child: 3, via: 'door' }],
        changed: { children: { 3: { misses: 1 } } },
      },
    ],
    ['of a candidate, the third, ends it', withCandidate({ misses: 2 }), missed(3), doomed(3)],
    [
      'of one that is being ended is no reason to end it again',
      third(1, DOOMED),
      missed(1),
      { changed: { children: { 1: { misses: 3 } } } },
    ],
    [
      'of a child without a role ends nobody',
      withCandidate({ misses: 2 }, { candidate: null }),
      missed(3),
      { changed: { children: { 3: { misses: 3 } } } },
    ],
  ])
})

const exited = (child: number, how = 'exit status 1') => ({ kind: 'exited', child, how }) as const
const failed = (cause: string, next: string, release = 'a', ended = 'exit status 1') => ({
  do: 'record',
  what: { kind: 'failed', release, cause, ended, next },
})

/** What a recovery begins with; most of it is the same for all. */
const climbOf = (change: Partial<Climb>): Climb => ({
  from: 'a',
  cause: 'crashed',
  rungs: [
    { kind: 'restart' },
    { kind: 'clean' },
    { kind: 'release', release: 'b', proven: true },
    { kind: 'safe' },
  ],
  at: 0,
  failedMs: NOW_MS,
  examined: false,
  byStandby: false,
  isOutside: false,
  silentSinceMs: NOW_MS,
  killedStarts: 0,
  held: null,
  ...change,
})

const onlyLeader = (change: Partial<Child> = {}, more: Partial<State> = {}) => ({
  children: [makeChild(1, change)],
  standby: null,
  ...more,
})

const born = (id: number, change: Partial<Child> = {}) =>
  makeChild(id, { phase: 'starting', sinceMs: NOW_MS, ...change })

const restarted = (cause: Climb['cause']) => ({
  effects: [
    failed(cause, 'restart'),
    { do: 'save' },
    { do: 'spawn', child: 3, role: 'server', release: 'a', clean: false },
  ],
  changed: {
    leader: null,
    candidate: 3,
    nextId: 4,
    climb: climbOf({ cause }),
    children: { 1: null, 3: born(3) },
  },
})

const next = (goodProbes: number, phase: Child['phase'] = 'leading') =>
  meet(makeMoment(onlyLeader({ release: 'n', phase }, { ledger: NEW, goodProbes })), exited(1)).effects[0]

describe('[H2] the end of the leader', () => {
  const handedOn = {
    effects: [tell(3, 'lead')],
    changed: { leader: null, children: { 1: null, 3: { lead: 'told' } } },
  } as const
  testMoments([
    ['begins a recovery', onlyLeader(), exited(1), restarted('crashed') as Partial<Outcome>],
    [
      'that was ended because it hung has that cause',
      onlyLeader({ doomed: 'hung' }),
      exited(1),
      restarted('hung') as Partial<Outcome>,
    ],
    ...(['replaced', 'unneeded'] as const).map((why): MomentRow => [
      `that was ended as ${why} is a crash, where nobody follows`,
      onlyLeader({ doomed: why }),
      exited(1),
      restarted('crashed') as Partial<Outcome>,
    ]),
    ['lets the candidate lead that listens', withCandidate({ phase: 'listening' }), exited(1), handedOn],
    ['lets the candidate lead that has loaded', withCandidate(), exited(1), handedOn],
    [
      'waits for the candidate that loads',
      withCandidate({ phase: 'starting' }),
      exited(1),
      { changed: { leader: null, children: { 1: null } } },
    ],
    [
      'begins nothing while the watchdog stops',
      { stoppingSinceMs: 1 },
      exited(1),
      { changed: { leader: null, children: { 1: null } } },
    ],
    [
      'is the end of the watchdog that stops, when it was the last',
      onlyLeader({}, { stoppingSinceMs: 1 }),
      exited(1),
      { effects: [{ do: 'exit' }], changed: { leader: null, children: { 1: null } } },
    ],
    [
      'that was safe mode starts it again, after a wait',
      onlyLeader({ role: 'safe', release: '' }),
      exited(1),
      {
        changed: {
          leader: null,
          safeFailures: 1,
          delayed: { atMs: NOW_MS + 500, role: 'safe', clean: false },
          children: { 1: null },
        },
      },
    ],
  ])

  test('on probation, once it was up, is rolled back; before that it is tried again', () => {
    expect(next(1)).toEqual(failed('crashed', 'release a', 'n'))
    expect(next(0)).toEqual(failed('crashed', 'restart', 'n'))
    expect(next(1, 'listening')).toEqual(failed('crashed', 'restart', 'n'))
  })
})

const suspect = (change: object = {}) => ({
  release: 'p',
  why: 'promote',
  cause: 'crashed',
  ended: 'exit status 1',
  sinceMs: NOW_MS,
  ...change,
})

describe('[P5] the end of a candidate', () => {
  testMoments([
    [
      'in a planned swap is looked into, and the leader stays',
      withCandidate(),
      exited(3),
      {
        effects: [{ do: 'examine' }],
        changed: { candidate: null, swap: null, suspect: suspect(), children: { 3: null } } as object,
      },
    ],
    [
      'that was sick says so',
      withCandidate({ doomed: 'sick' }, { swap: { release: 'p', why: 'restart' } }),
      exited(3, 'signal 9'),
      {
        effects: [{ do: 'examine' }],
        changed: {
          candidate: null,
          swap: null,
          suspect: suspect({ why: 'restart', cause: 'sick', ended: 'signal 9' }),
          children: { 3: null },
        } as object,
      },
    ],
    [
      'that nobody asked for is nothing',
      withCandidate({}, { swap: null }),
      exited(3),
      { changed: { candidate: null, children: { 3: null } } },
    ],
    [
      'that was to leave safe mode makes the next try later',
      withCandidate({}, { swap: { release: 'p', why: 'leave safe mode' } }),
      exited(3),
      {
        changed: {
          candidate: null,
          swap: null,
          safeRetry: { atMs: NOW_MS + 10_000, waitMs: 10_000, tried: 0 },
          children: { 3: null },
        },
      },
    ],
    [
      'begins nothing while the watchdog stops',
      withCandidate({}, { stoppingSinceMs: 1 }),
      exited(3),
      { changed: { candidate: null, children: { 3: null } } },
    ],
    [
      'where nobody leads, of safe mode, starts that again',
      alone({ role: 'safe', release: '' }, { safeFailures: 1 }),
      exited(3),
      {
        changed: {
          candidate: null,
          safeFailures: 2,
          delayed: { atMs: NOW_MS + 2000, role: 'safe', clean: false },
          children: { 3: null },
        },
      },
    ],
  ])

  test('where nobody leads is a fall of what was never up', () => {
    const { effects, changed } = meet(
      makeMoment(alone({ release: 'n', phase: 'leading' }, { ledger: ONLY, goodProbes: 5 })),
      exited(3),
    )
    expect(effects[0]).toEqual(failed('crashed', 'restart', 'n'))
    expect(changed.climb?.rungs).toEqual([{ kind: 'restart' }, { kind: 'restart' }, { kind: 'safe' }])
  })

  test('that can’t be started is told, and takes the same way', () => {
    const happening = { kind: 'not startable', child: 3, why: 'it is damaged' } as const
    expect(meet(makeMoment(withCandidate()), happening)).toEqual({
      effects: [
        { do: 'record', what: { kind: 'not started', release: 'p', why: 'it is damaged' } },
        { do: 'examine' },
      ],
      changed: {
        candidate: null,
        swap: null,
        suspect: suspect({ cause: 'not startable', ended: 'not started: it is damaged' }),
        children: { 3: null },
      },
    })
    const { changed } = meet(makeMoment(withCandidate({ doomed: 'never ready' })), happening)
    expect(changed.suspect?.cause).toBe('never ready')
  })
})

const gone = (standbyFailures: number, waitMs: number) => ({
  changed: {
    standby: null,
    standbyFailures,
    standbyAtMs: NOW_MS + waitMs,
    children: { 2: null },
  },
})

describe('[H2] the end of a standby', () => {
  testMoments([
    ['makes the next one wait', {}, exited(2), gone(1, 500)],
    ['makes the next one wait for longer', { standbyFailures: 1 }, exited(2), gone(2, 2000)],
    ['makes the next one wait for as long as it gets', { standbyFailures: 2 }, exited(2), gone(3, 2000)],
    [
      'without any waits in the settings makes none wait',
      { limits: { ...LIMITS, backOffMs: [] } },
      exited(2),
      gone(1, 0),
    ],
    [
      'that has no role any more is nothing',
      { standby: null },
      exited(2),
      { changed: { children: { 2: null } } },
    ],
  ])
})
