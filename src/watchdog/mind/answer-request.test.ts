import { describe } from 'vitest'
import {
  GOOD,
  makeChild,
  NOW_MS,
  testMoments,
  type MomentRow,
  type Outcome,
} from '../../../test/fixtures/watchdog-moment.ts'
import type { State } from './state.ts'

const signal = (child: number, name: 'SIGTERM' | 'SIGKILL') =>
  ({ do: 'signal', child, signal: name }) as const
const declined = (what: string, busy: boolean) =>
  ({ do: 'record', what: { kind: 'declined', what, busy } }) as const

describe('[H10] a watchdog that is asked to stop', () => {
  const STOP = { kind: 'asked', what: 'stop' } as const
  const doomed = { doomed: 'unneeded', sinceMs: NOW_MS } as const
  testMoments([
    [
      'ends its children first',
      { delayed: { atMs: 1, role: 'server', clean: false } },
      STOP,
      {
        effects: [signal(1, 'SIGTERM'), signal(2, 'SIGTERM')],
        changed: { stoppingSinceMs: NOW_MS, delayed: null, children: { 1: doomed, 2: doomed } },
      },
    ],
    [
      'ends when it has none',
      { children: [], leader: null, standby: null },
      STOP,
      { effects: [{ do: 'exit' }], changed: { stoppingSinceMs: NOW_MS } },
    ],
    ['does so once', { stoppingSinceMs: 7 }, STOP, {}],
  ])
})

describe('[P4] a watchdog that is asked to step aside', () => {
  const ASIDE = { kind: 'asked', what: 'step aside' } as const
  const stays = (title: string, moment: Partial<State>): MomentRow => [
    title,
    moment,
    ASIDE,
    { effects: [declined('step aside', true)] },
  ]
  testMoments([
    ['goes while nothing is under way', {}, ASIDE, { effects: [{ do: 'save' }, { do: 'exit' }] }],
    stays('stays while a candidate is on its way', { candidate: 2 }),
    stays('stays while a start waits', { delayed: { atMs: 1, role: 'server', clean: false } }),
    stays('stays during a recovery', {
      climb: {
        from: 'a',
        cause: 'hung',
        rungs: [],
        at: 0,
        failedMs: 0,
        examined: false,
        byStandby: false,
        isOutside: false,
        silentSinceMs: NOW_MS,
        killedStarts: 0,
        held: null,
      },
    }),
    stays('stays while it is found out who is to blame', {
      suspect: { release: 'p', why: 'promote', cause: 'sick', ended: '', sinceMs: 0 },
    }),
    stays('stays where nobody leads', { leader: null }),
    stays('stays in safe mode', { children: [makeChild(1, { role: 'safe' })], standby: null }),
    stays('stays while the leader is being ended', {
      children: [makeChild(1, { doomed: 'hung' })],
      standby: null,
    }),
    stays('stays while it stops', { stoppingSinceMs: 1 }),
  ])
})

const ask = (what: 'restart' | 'rollback') => ({ kind: 'asked', what }) as const

const promote = (release: string) => ({ kind: 'asked', what: 'promote', release }) as const

const begun = (why: 'restart' | 'rollback' | 'promote', release: string): Outcome => ({
  effects: [{ do: 'save' }, { do: 'spawn', child: 3, role: 'server', release, clean: false }],
  changed: {
    candidate: 3,
    nextId: 4,
    swap: { release, why },
    children: { 3: makeChild(3, { release, phase: 'starting', sinceMs: NOW_MS }) },
  },
})

describe('[P4] [R7] a planned swap', () => {
  const noTime = (title: string, moment: Partial<State>): MomentRow => [
    title,
    moment,
    ask('restart'),
    { effects: [declined('restart', true)] },
  ]
  testMoments([
    ['restarts what runs', {}, ask('restart'), begun('restart', 'a')],
    ['goes back to the newest good one', {}, ask('rollback'), begun('rollback', 'b')],
    [
      'does not go back to what is bad',
      { ledger: { ...GOOD, good: ['a', 'b', 'c'], bad: ['b'] } },
      ask('rollback'),
      begun('rollback', 'c'),
    ],
    [
      'has nowhere to go back to',
      { ledger: { ...GOOD, good: ['a'] } },
      ask('rollback'),
      { effects: [declined('rollback', false)] },
    ],
    ['goes to what was named', {}, promote('p'), begun('promote', 'p')],
    [
      'goes to what was named although it failed once, and keeps that in mind',
      { ledger: { ...GOOD, bad: ['p', 'q'] } },
      promote('p'),
      begun('promote', 'p'),
    ],
    [
      'does not go back to what has the content of one that failed',
      { ledger: { ...GOOD, good: ['a', '1-b', '2-c'], bad: ['9-b'] } },
      ask('rollback'),
      begun('rollback', '2-c'),
    ],
    noTime('is not begun beside another one', { candidate: 2 }),
    noTime('is not begun while it is found out who is to blame', {
      suspect: { release: 'p', why: 'promote', cause: 'sick', ended: '', sinceMs: 0 },
    }),
    noTime('is not begun while the watchdog stops', { stoppingSinceMs: 1 }),
    noTime('is not begun where nobody leads', { leader: null }),
    noTime('is not begun while the leader is being ended', {
      children: [makeChild(1, { doomed: 'hung' })],
      standby: null,
    }),
  ])
})
