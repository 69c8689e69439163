// What a look at the machine decides: who is blamed, and whether the recovery goes on.
import { describe } from 'vitest'
import {
  GOOD,
  makeChild,
  NOW_MS,
  testMoments,
  type MomentRow,
} from '../../../test/fixtures/watchdog-moment.ts'
import type { Climb, State } from './state.ts'

const FULL = 'The disk is full.'
const SOUND = { kind: 'examined', faults: [] } as const
const FAULTY = { kind: 'examined', faults: [FULL] } as const
const quiet = (title: string, moment: Partial<State>, happening: typeof SOUND | typeof FAULTY): MomentRow => [
  title,
  moment,
  happening,
  {},
]

const suspect = (why: NonNullable<State['suspect']>['why'], release = 'p') => ({
  suspect: { release, why, cause: 'sick', ended: 'x', sinceMs: 0 } as const,
})

const refused = (faults: readonly string[], release = 'p') =>
  ({ do: 'record', what: { kind: 'refused', release, cause: 'sick', ended: 'x', faults } }) as const

describe('[H8] [R4] a candidate that failed in a planned swap', () => {
  testMoments([
    [
      'is remembered as bad where the machine is sound',
      suspect('promote'),
      SOUND,
      {
        effects: [{ do: 'save' }, refused([])],
        changed: { suspect: null, ledger: { ...GOOD, bad: ['p'] } },
      },
    ],
    [
      'is remembered once',
      { ...suspect('promote'), ledger: { ...GOOD, bad: ['p', 'q'] } },
      SOUND,
      { effects: [{ do: 'save' }, refused([])], changed: { suspect: null } },
    ],
    [
      'is acquitted where the machine is at fault',
      suspect('promote'),
      FAULTY,
      { effects: [refused([FULL])], changed: { suspect: null } },
    ],
    [
      'is not bad when it was good before',
      suspect('promote', 'b'),
      SOUND,
      { effects: [refused([], 'b')], changed: { suspect: null } },
    ],
    [
      'is not bad when nobody asked for it by name',
      suspect('rollback'),
      SOUND,
      { effects: [refused([])], changed: { suspect: null } },
    ],
    quiet('is of no interest while the watchdog stops', { ...suspect('promote'), stoppingSinceMs: 1 }, SOUND),
  ])
})

const climbing = (change: Partial<Climb> = {}): Climb => ({
  from: 'a',
  cause: 'crashed',
  rungs: [{ kind: 'restart' }, { kind: 'clean' }, { kind: 'safe' }],
  at: 0,
  failedMs: 0,
  examined: true,
  byStandby: false,
  isOutside: false,
  silentSinceMs: NOW_MS,
  killedStarts: 0,
  held: null,
  ...change,
})

const kill = (child: number) => ({ do: 'signal', child, signal: 'SIGKILL' }) as const

describe('[H8] a recovery', () => {
  const down = (change: Partial<State> = {}) => ({
    children: [makeChild(2, { phase: 'loaded' }), makeChild(3, { phase: 'starting' })],
    leader: null,
    candidate: 3,
    nextId: 4,
    climb: climbing({ held: { cause: 'hung', sinceMs: 0 } }),
    ...change,
  })
  const doomed = { doomed: 'unneeded', sinceMs: NOW_MS } as const
  const safe = {
    do: 'record',
    what: { kind: 'safe mode', cause: 'crashed', faults: [FULL] },
  } as const
  const inSafeMode = {
    candidate: 4,
    nextId: 5,
    climb: climbing({ at: 2 }),
    safeRetry: { atMs: NOW_MS + 5000, waitMs: 5000, tried: 0 },
  }
  const born = makeChild(4, { role: 'safe', release: '', phase: 'starting', sinceMs: NOW_MS })
  const spawn = { do: 'spawn', child: 4, role: 'safe', release: '', clean: false } as const
  testMoments([
    [
      'ends in safe mode where the machine is at fault, and nobody else is tried',
      down(),
      FAULTY,
      {
        effects: [kill(3), kill(2), safe, spawn],
        changed: { ...inSafeMode, standby: null, children: { 2: doomed, 3: doomed, 4: born } },
      },
    ],
    [
      'ends in safe mode before a start that waits',
      down({
        children: [],
        standby: null,
        candidate: null,
        delayed: { atMs: NOW_MS + 1, role: 'server', clean: true },
      }),
      FAULTY,
      { effects: [safe, spawn], changed: { ...inSafeMode, delayed: null, children: { 4: born } } },
    ],
    quiet('goes on where the machine is sound', down({ climb: climbing() }), SOUND),
    [
      'that was held goes on with its rung',
      down({
        children: [],
        standby: null,
        candidate: null,
        climb: climbing({ at: 1, held: { cause: 'hung', sinceMs: 0 } }),
      }),
      SOUND,
      {
        changed: {
          climb: climbing({ at: 1 }),
          delayed: { atMs: NOW_MS + 500, role: 'server', clean: true },
        },
      },
    ],
    quiet('that is in safe mode stays there', down({ climb: climbing({ at: 2 }) }), FAULTY),
    quiet('that somebody leads already is over', { climb: climbing() }, FAULTY),
    quiet('is none while the watchdog stops', down({ stoppingSinceMs: 1 }), FAULTY),
    quiet('is none where there is none', {}, FAULTY),
  ])
})
