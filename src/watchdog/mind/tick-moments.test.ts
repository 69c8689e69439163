// What is due at a tick, against one moment: all effects, and all that is different afterwards.
import { describe } from 'vitest'
import {
  GOOD,
  makeChild,
  NOW_MS,
  testMoments,
  type MomentRow,
} from '../../../test/fixtures/watchdog-moment.ts'
import { LIMITS } from './limits.ts'
import type { Child, Climb, State } from './state.ts'

const TICK = { kind: 'ticked' } as const
const LEADER = makeChild(1)
const kill = (child: number) => ({ do: 'signal', child, signal: 'SIGKILL' }) as const
const aged = (id: number, ageMs: number, change: Partial<Child> = {}) =>
  makeChild(id, { sinceMs: NOW_MS - ageMs, ...change })
const quiet = (title: string, moment: Partial<State>): MomentRow => [title, moment, TICK, {}]

describe('[H1] the probe of the leader', () => {
  const port = { do: 'probe', child: 1, via: 'port' } as const
  const beat = { do: 'probe', child: 2, via: 'beat' } as const
  const due = { probedAtMs: NOW_MS - 1000 }
  const changed = { probedAtMs: NOW_MS }
  const standby = (change: Partial<Child>) => ({
    ...due,
    children: [LEADER, aged(2, 10, { phase: 'loaded', ...change })],
  })
  testMoments([
    ['is due every second, and the standby with it', due, TICK, { effects: [port, beat], changed }],
    quiet('is not due before', { probedAtMs: NOW_MS - 999 }),
    [
      'leaves a standby alone that still loads',
      standby({ phase: 'starting' }),
      TICK,
      { effects: [port], changed },
    ],
    [
      'leaves a standby alone that is being ended',
      standby({ doomed: 'hung' }),
      TICK,
      { effects: [port], changed },
    ],
    quiet('needs a leader', { ...due, leader: null, standby: null, children: [] }),
  ])
})

const candidate = (ageMs: number, phase: Child['phase'], change: Partial<Child> = {}) => ({
  children: [LEADER, aged(3, ageMs, { phase, ...change })],
  standby: null,
  candidate: 3,
})

const standby = (ageMs: number, change: Partial<Child>) => ({
  children: [LEADER, aged(2, ageMs, { phase: 'starting', ...change })],
})

describe('[H3] a child that takes too long', () => {
  const doomed = (id: number) => ({
    effects: [kill(id)],
    changed: { children: { [id]: { doomed: 'never ready' as const, sinceMs: NOW_MS } } },
  })
  testMoments([
    ['to lead is ended', candidate(15_000, 'loaded'), TICK, doomed(3)],
    quiet('to lead has its time', candidate(14_999, 'loaded')),
    ['to stand by is ended', standby(15_000, {}), TICK, doomed(2)],
    quiet('to stand by has its time', standby(14_999, {})),
    quiet('to load much data has as much longer', candidate(15_999, 'starting', { extraMs: 1000 })),
    ['to load much data is ended then', candidate(16_000, 'starting', { extraMs: 1000 }), TICK, doomed(3)],
    quiet('to stand by over much data has as much longer', standby(15_999, { extraMs: 1000 })),
    [
      'to lead after it loaded has no longer',
      candidate(15_000, 'loaded', { extraMs: 1000 }),
      TICK,
      doomed(3),
    ],
    quiet('is none when it stands by', standby(15_000, { phase: 'loaded' })),
    ['to go is killed', standby(5000, { doomed: 'unneeded' }), TICK, { effects: [kill(2)] }],
    quiet('to go has its time', standby(4999, { doomed: 'unneeded' })),
    [
      'to finish its requests is killed',
      standby(10_000, { doomed: 'replaced' }),
      TICK,
      { effects: [kill(2)] },
    ],
    quiet('to finish its requests has its time', standby(9999, { doomed: 'replaced' })),
  ])
})

const drained = (ageMs: number, heir: Partial<Child> = {}, leader: Partial<Child> = {}) => ({
  children: [aged(1, 100, leader), aged(3, ageMs, { phase: 'listening', ...heir })],
  standby: null,
  candidate: 3,
})

describe('[P4] a leader that takes too long to drain', () => {
  testMoments([
    [
      'is killed',
      drained(10_000),
      TICK,
      {
        effects: [kill(1)],
        changed: { children: { 1: { doomed: 'replaced', sinceMs: NOW_MS } } },
      },
    ],
    quiet('has its time', drained(9999)),
    quiet('is not asked to before the candidate listens', drained(10_000, { phase: 'loaded' })),
    quiet('is not killed twice', drained(10_000, {}, { doomed: 'replaced' })),
    quiet('may be gone already', { ...drained(10_000), leader: null }),
  ])
})

const without = (change: Partial<State> = {}) => ({ children: [LEADER], standby: null, ...change })

describe('[H2] a standby', () => {
  testMoments([
    [
      'is started where there is none, of the release that leads',
      without({ children: [makeChild(1, { release: 'b' })], standbyAtMs: NOW_MS }),
      TICK,
      {
        effects: [{ do: 'spawn', child: 3, role: 'server', release: 'b', clean: false }],
        changed: {
          standby: 3,
          nextId: 4,
          children: { 3: makeChild(3, { release: 'b', phase: 'starting', sinceMs: NOW_MS }) },
        },
      },
    ],
    quiet('waits after the last one failed', without({ standbyAtMs: NOW_MS + 1 })),
    quiet('waits while a candidate is on its way', without({ candidate: 9 })),
    quiet('is not wanted by the settings', without({ limits: { ...LIMITS, standby: false } })),
    quiet(
      'is of no use to a leader that is being ended',
      without({ children: [aged(1, 10, { doomed: 'hung' })] }),
    ),
    quiet('is of no use where nobody leads', without({ leader: null, children: [] })),
    quiet(
      'is of no use to safe mode',
      without({
        children: [makeChild(1, { role: 'safe', release: '' })],
        safeRetry: { atMs: NOW_MS + 1, waitMs: 5000, tried: 0 },
      }),
    ),
  ])
})

const safe = (change: Partial<State> = {}) => ({
  children: [makeChild(1, { role: 'safe', release: '' })],
  standby: null,
  safeRetry: { atMs: NOW_MS, waitMs: 5000, tried: 0 },
  ...change,
})

const tries = (release: string, tried: number) => ({
  effects: [
    { do: 'save' as const },
    { do: 'spawn' as const, child: 3, role: 'server' as const, release, clean: true },
  ],
  changed: {
    candidate: 3,
    nextId: 4,
    swap: { release, why: 'leave safe mode' as const },
    safeRetry: { atMs: NOW_MS, waitMs: 5000, tried },
    children: { 3: makeChild(3, { release, phase: 'starting' as const, sinceMs: NOW_MS }) },
  },
})

const tried = (count: number) => ({ safeRetry: { atMs: NOW_MS, waitMs: 5000, tried: count } })

const bad = (...releases: string[]) => ({ ledger: { ...GOOD, bad: releases } })

describe('[H2] safe mode', () => {
  testMoments([
    ['tries what ran last', safe(), TICK, tries('a', 1)],
    ['tries the next one then', safe(tried(1)), TICK, tries('b', 2)],
    ['goes round', safe(tried(2)), TICK, tries('a', 3)],
    ['leaves out what is bad', safe(bad('a')), TICK, tries('b', 1)],
    ['tries what ran last when all are bad', safe(bad('a', 'b')), TICK, tries('a', 1)],
    quiet('waits until it is time', safe({ safeRetry: { atMs: NOW_MS + 1, waitMs: 5000, tried: 0 } })),
    quiet('tries one at a time', safe({ candidate: 9 })),
  ])
})

const waiting = (atMs: number, change: Partial<State> = {}) => ({
  children: [],
  leader: null,
  standby: null,
  delayed: { atMs, role: 'server' as const, clean: true },
  ...change,
})

describe('[H3] a start that waits', () => {
  const begun = {
    effects: [
      { do: 'save' as const },
      { do: 'spawn' as const, child: 3, role: 'server' as const, release: 'a', clean: true },
    ],
    changed: {
      candidate: 3,
      nextId: 4,
      delayed: null,
      children: { 3: makeChild(3, { phase: 'starting' as const, sinceMs: NOW_MS }) },
    },
  }
  testMoments([
    ['is begun when it is time', waiting(NOW_MS), TICK, begun],
    quiet('is not begun before', waiting(NOW_MS + 1)),
    [
      'of safe mode costs no try, and is none of a release',
      waiting(NOW_MS, { delayed: { atMs: NOW_MS, role: 'safe', clean: false } }),
      TICK,
      {
        effects: [{ do: 'spawn', child: 3, role: 'safe', release: '', clean: false }],
        changed: {
          candidate: 3,
          nextId: 4,
          delayed: null,
          children: { 3: makeChild(3, { role: 'safe', release: '', phase: 'starting', sinceMs: NOW_MS }) },
        },
      },
    ],
    [
      'costs a try on probation',
      waiting(NOW_MS, { ledger: { ...GOOD, phase: 'trying', triesLeft: 2 } }),
      TICK,
      { ...begun, changed: { ...begun.changed, ledger: { ...GOOD, phase: 'trying', triesLeft: 1 } } },
    ],
    [
      'costs no try that is not there',
      waiting(NOW_MS, { ledger: { ...GOOD, phase: 'trying', triesLeft: 0 } }),
      TICK,
      begun,
    ],
  ])
})

describe('[H10] a stop', () => {
  const probes = { probedAtMs: 0 }
  testMoments([
    [
      'that takes too long kills who is left',
      { stoppingSinceMs: NOW_MS - 5000, ...probes },
      TICK,
      { effects: [kill(1), kill(2)] },
    ],
    quiet('gives its children time, and does nothing else', { stoppingSinceMs: NOW_MS - 4999, ...probes }),
  ])
})

const climb = (change: Partial<Climb> = {}): Climb => ({
  from: 'a',
  cause: 'crashed',
  rungs: [{ kind: 'restart' }, { kind: 'release', release: 'b', proven: true }, { kind: 'safe' }],
  at: 0,
  failedMs: NOW_MS - 300,
  examined: false,
  byStandby: false,
  isOutside: false,
  silentSinceMs: NOW_MS,
  killedStarts: 0,
  held: null,
  ...change,
})

describe('[H8] a look at the machine', () => {
  const down = (change: Partial<Climb> = {}, more: Partial<State> = {}) => ({
    children: [],
    leader: null,
    standby: null,
    climb: climb(change),
    ...more,
  })
  testMoments([
    [
      'is asked for when a recovery does not end at once',
      down(),
      TICK,
      { effects: [{ do: 'examine' }], changed: { climb: climb({ examined: true }) } },
    ],
    quiet('is not asked for at once', down({ failedMs: NOW_MS - 299 })),
    quiet('is asked for once', down({ examined: true })),
    quiet('is not asked for in safe mode', down({ at: 2 })),
    quiet('is not asked for when somebody leads', { climb: climb() }),
    quiet(
      'is waited for',
      down({ at: 1, examined: true, held: { cause: 'crashed', sinceMs: NOW_MS - 2999 } }),
    ),
    quiet('is waited for, for a suspect', {
      suspect: { release: 'p', why: 'restart', cause: 'sick', ended: 'x', sinceMs: NOW_MS - 2999 },
    }),
    [
      'that never comes is not waited for, for a suspect',
      { suspect: { release: 'p', why: 'restart', cause: 'sick', ended: 'x', sinceMs: NOW_MS - 3000 } },
      TICK,
      {
        effects: [
          {
            do: 'record',
            what: { kind: 'refused', release: 'p', cause: 'sick', ended: 'x', faults: [] },
          },
        ],
        changed: { suspect: null },
      },
    ],
    [
      'that never comes is not waited for, to go back',
      down({ at: 1, examined: true, held: { cause: 'crashed', sinceMs: NOW_MS - 3000 } }),
      TICK,
      {
        effects: [
          { do: 'save' },
          { do: 'flip', release: 'b' },
          { do: 'save' },
          { do: 'spawn', child: 3, role: 'server', release: 'b', clean: false },
        ],
        changed: {
          candidate: 3,
          nextId: 4,
          ledger: { ...GOOD, current: 'b' },
          climb: climb({ at: 1, examined: true }),
          children: { 3: makeChild(3, { release: 'b', phase: 'starting', sinceMs: NOW_MS }) },
        },
      },
    ],
  ])
})
