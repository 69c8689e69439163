// A recovery, rung by rung: what is tried next, and what it costs.
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
import type { Child, Climb, Rung, State } from './state.ts'

const SAME = 'Releases fail the same way one after the other, so this machine is at fault, not the code.'
const RUNGS: Rung[] = [
  { kind: 'restart' },
  { kind: 'clean' },
  { kind: 'release', release: 'b', proven: true },
  { kind: 'release', release: 'c', proven: true },
  { kind: 'release', release: 'u', proven: false },
  { kind: 'safe' },
]
const climbing = (change: Partial<Climb> = {}): Climb => ({
  from: 'a',
  cause: 'crashed',
  rungs: RUNGS,
  at: 0,
  failedMs: 0,
  examined: true,
  byStandby: true,
  isOutside: false,
  silentSinceMs: NOW_MS,
  killedStarts: 0,
  held: null,
  ...change,
})
/** A candidate that the recovery has started, and that ends now. */
const falling = (at: number, change: Partial<State> = {}, child: Partial<Child> = {}): Partial<State> => ({
  children: [makeChild(3, { phase: 'starting', ...child })],
  leader: null,
  standby: null,
  candidate: 3,
  nextId: 4,
  climb: climbing({ at }),
  ...change,
})
const END = { kind: 'exited', child: 3, how: 'x' } as const
const failed = (next: string, cause = 'crashed', release = 'a') =>
  ({ do: 'record', what: { kind: 'failed', release, cause, ended: 'x', next } }) as never
const after = (at: number, change: Partial<Climb> = {}) =>
  climbing({ at, failedMs: NOW_MS, examined: false, byStandby: false, ...change })
const held = (at: number, cause: Climb['cause'] = 'crashed') =>
  after(at, { examined: true, held: { cause, sinceMs: NOW_MS } })
const born = (role: Child['role'], release: string) =>
  makeChild(4, { role, release, phase: 'starting', sinceMs: NOW_MS })

describe('[H2] the next rung', () => {
  const examine = { do: 'examine' } as const
  testMoments([
    [
      'after a restart is a clean one, after a wait',
      falling(0),
      END,
      {
        effects: [failed('restart clean')],
        changed: {
          candidate: null,
          climb: after(1),
          delayed: { atMs: NOW_MS + 500, role: 'server', clean: true },
          children: { 3: null },
        },
      },
    ],
    [
      'that is a release is held until the machine was looked at',
      falling(1),
      END,
      {
        effects: [failed('release b'), examine],
        changed: { candidate: null, climb: held(2), children: { 3: null } },
      },
    ],
    [
      'after a proven release that fails in the same way is the next proven one',
      falling(2),
      END,
      {
        effects: [failed('release c'), examine],
        changed: { candidate: null, climb: held(3), children: { 3: null } },
      },
    ],
    [
      'after a proven release that fails in another way is the next proven one',
      falling(2, {}, { doomed: 'hung' }),
      END,
      {
        effects: [failed('release c', 'hung'), examine],
        changed: { candidate: null, climb: held(3, 'hung'), children: { 3: null } },
      },
    ],
    [
      'after a proven release that can’t be started either is the next proven one',
      falling(2, { climb: climbing({ at: 2, cause: 'not startable' }) }, { doomed: 'not startable' }),
      END,
      {
        effects: [failed('release c', 'not startable'), examine],
        changed: {
          candidate: null,
          climb: { ...held(3, 'not startable'), cause: 'not startable' },
          children: { 3: null },
        },
      },
    ],
    [
      'after the last is safe mode, and the machine is to blame when all failed in the same way',
      falling(4),
      END,
      {
        effects: [
          failed('safe mode'),
          { do: 'record', what: { kind: 'safe mode', cause: 'crashed', faults: [SAME] } },
          { do: 'spawn', child: 4, role: 'safe', release: '', clean: false },
        ],
        changed: {
          candidate: 4,
          nextId: 5,
          climb: after(5),
          safeRetry: { atMs: NOW_MS + 5000, waitMs: 5000, tried: 0 },
          children: { 3: null, 4: born('safe', '') },
        },
      },
    ],
    [
      'after the last is safe mode, and nobody is to blame when they failed in different ways',
      falling(4, {}, { doomed: 'hung' }),
      END,
      {
        effects: [
          failed('safe mode', 'hung'),
          { do: 'record', what: { kind: 'safe mode', cause: 'hung', faults: [] } },
          { do: 'spawn', child: 4, role: 'safe', release: '', clean: false },
        ],
        changed: {
          candidate: 4,
          nextId: 5,
          climb: after(5),
          safeRetry: { atMs: NOW_MS + 5000, waitMs: 5000, tried: 0 },
          children: { 3: null, 4: born('safe', '') },
        },
      },
    ],
  ])

  test('is safe mode when there are none, and the machine is not to blame where nothing is proven', () => {
    const rungs: Rung[] = [{ kind: 'restart' }, { kind: 'safe' }]
    const moment = makeMoment(falling(0, { ledger: ONLY, climb: climbing({ rungs }) }, { release: 'n' }))
    expect(meet(moment, END).effects).toEqual([
      failed('safe mode', 'crashed', 'n'),
      { do: 'record', what: { kind: 'safe mode', cause: 'crashed', faults: [] } },
      { do: 'spawn', child: 4, role: 'safe', release: '', clean: false },
    ])
  })
})

const led = (standby: Partial<Child>) => ({
  children: [makeChild(1), makeChild(2, { phase: 'loaded', ...standby })],
})

describe('[H2] a restart', () => {
  const END_OF_LEADER = { ...END, child: 1 } as const
  const begun: Climb = {
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
  }
  const anew = {
    effects: [
      failed('restart'),
      { do: 'save' as const },
      { do: 'spawn' as const, child: 3, role: 'server' as const, release: 'a', clean: false },
    ],
    changed: {
      leader: null,
      candidate: 3,
      nextId: 4,
      climb: begun,
      children: { 1: null, 3: makeChild(3, { phase: 'starting' as const, sinceMs: NOW_MS }) },
    },
  }
  testMoments([
    [
      'is the standby’s, which leads at once',
      {},
      END_OF_LEADER,
      {
        effects: [failed('restart'), { do: 'save' }, { do: 'tell', child: 2, word: 'lead' }],
        changed: {
          leader: null,
          standby: null,
          candidate: 2,
          climb: { ...begun, byStandby: true },
          children: { 1: null, 2: { lead: 'told', sinceMs: NOW_MS } },
        },
      },
    ],
    ['is anew when the standby has not loaded', led({ phase: 'starting' }), END_OF_LEADER, anew],
    ['is anew when the standby is of another release', led({ release: 'b' }), END_OF_LEADER, anew],
    ['is anew when the standby is being ended', led({ doomed: 'hung' }), END_OF_LEADER, anew],
  ])

  test('of a release on probation costs a try, the standby’s too', () => {
    const children = [makeChild(1, { release: 'n' }), makeChild(2, { release: 'n', phase: 'loaded' })]
    const { changed } = meet(makeMoment({ children, ledger: ONLY, goodProbes: 0 }), END_OF_LEADER)
    expect([changed.candidate, changed.ledger]).toEqual([2, { ...ONLY, triesLeft: 1 }])
  })
})

describe('[H2] what the standby is for', () => {
  const standby = makeChild(2, { phase: 'loaded', release: 'z' })
  const children = [standby, makeChild(3, { phase: 'starting' })]
  const dropped = { doomed: 'unneeded', sinceMs: NOW_MS } as const
  const kill = { do: 'signal', child: 2, signal: 'SIGKILL' } as const

  test('ends with a clean restart', () => {
    const { effects, changed } = meet(makeMoment(falling(0, { children, standby: 2 })), END)
    expect(effects).toEqual([failed('restart clean'), kill])
    expect(changed).toMatchObject({ standby: null, children: { 2: dropped } })
  })

  test('ends with safe mode', () => {
    const { effects, changed } = meet(makeMoment(falling(4, { children, standby: 2 })), END)
    expect(effects.slice(0, 2)).toEqual([failed('safe mode'), kill])
    expect(changed).toMatchObject({ standby: null, children: { 2: dropped } })
  })
})

const waiting = (rung: Rung, ledger: State['ledger']): Partial<State> => ({
  children: [makeChild(2, { phase: 'loaded' })],
  leader: null,
  standby: 2,
  nextId: 4,
  ledger,
  climb: climbing({ rungs: [rung, { kind: 'safe' }], held: { cause: 'hung', sinceMs: 0 } }),
})

const back = (rung: Rung) => climbing({ rungs: [rung, { kind: 'safe' }], held: null })

describe('[P5] going back a release', () => {
  const EXAMINED = { kind: 'examined', faults: [] } as const
  const kill = { do: 'signal', child: 2, signal: 'SIGKILL' } as const
  const doomed = { doomed: 'unneeded', sinceMs: NOW_MS } as const
  const proven: Rung = { kind: 'release', release: 'b', proven: true }
  const unproven: Rung = { kind: 'release', release: 'u', proven: false }
  testMoments([
    [
      'from a good one blames nobody',
      waiting(proven, { ...GOOD, goodForMs: 99 }),
      EXAMINED,
      {
        effects: [
          kill,
          { do: 'save' },
          { do: 'flip', release: 'b' },
          { do: 'save' },
          { do: 'spawn', child: 4, role: 'server', release: 'b', clean: false },
        ],
        changed: {
          standby: null,
          candidate: 4,
          nextId: 5,
          ledger: { ...GOOD, current: 'b' },
          climb: back(proven),
          children: { 2: doomed, 4: born('server', 'b') },
        },
      },
    ],
    [
      'from one on probation makes that bad',
      waiting(proven, { ...NEW, bad: ['x'] }),
      EXAMINED,
      {
        effects: [
          { do: 'record', what: { kind: 'bad', release: 'n', cause: 'hung' } },
          kill,
          { do: 'save' },
          { do: 'flip', release: 'b' },
          { do: 'save' },
          { do: 'spawn', child: 4, role: 'server', release: 'b', clean: false },
        ],
        changed: {
          standby: null,
          candidate: 4,
          nextId: 5,
          ledger: { ...GOOD, current: 'b', bad: ['x', 'n'] },
          climb: back(proven),
          children: { 2: doomed, 4: born('server', 'b') },
        },
      },
    ],
    [
      'to one that is not proven puts that on probation, and its start costs a try',
      waiting(unproven, GOOD),
      EXAMINED,
      {
        effects: [
          kill,
          { do: 'save' },
          { do: 'flip', release: 'u' },
          { do: 'save' },
          { do: 'spawn', child: 4, role: 'server', release: 'u', clean: false },
        ],
        changed: {
          standby: null,
          candidate: 4,
          nextId: 5,
          ledger: { ...GOOD, current: 'u', phase: 'trying', triesLeft: 2 },
          climb: back(unproven),
          children: { 2: doomed, 4: born('server', 'u') },
        },
      },
    ],
  ])
})
