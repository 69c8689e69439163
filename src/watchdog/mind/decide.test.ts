import { describe, expect, test } from 'vitest'
import { decide } from './decide.ts'
import type { Effect } from './effect.ts'
import type { Happening } from './happening.ts'
import { LIMITS } from './limits.ts'
import { makeState, type Ledger, type State } from './state.ts'

const GOOD: Ledger = {
  current: 'a',
  phase: 'good',
  triesLeft: 0,
  goodForMs: 0,
  good: ['a', 'b'],
  servedBefore: null,
  bad: [],
}
const NEW: Ledger = {
  current: 'n',
  phase: 'trying',
  triesLeft: 3,
  goodForMs: 0,
  good: ['a', 'b'],
  servedBefore: null,
  bad: [],
}
const ONLY: Ledger = {
  current: 'n',
  phase: 'trying',
  triesLeft: 3,
  goodForMs: 0,
  good: [],
  servedBefore: null,
  bad: [],
}

/** Walks a story and gives the effects of its last step. */
function tell(
  ledger: Ledger,
  ...story: readonly (readonly [atMs: number, happening: Happening])[]
): [State, Effect[]] {
  return story.reduce<[State, Effect[]]>(
    ([state], [atMs, happening]) => decide(state, happening, atMs),
    [makeState(structuredClone(ledger), LIMITS), []],
  )
}

const UP: readonly (readonly [number, Happening])[] = [
  [0, { kind: 'begun', heirTo: null }],
  [100, { kind: 'loaded', child: 1 }],
  [110, { kind: 'leading', child: 1 }],
  [120, { kind: 'ticked' }],
  [130, { kind: 'answered', child: 1, well: true }],
]

describe('a crash', () => {
  test('[R2] of a new release costs a try that was on disk before its start', () => {
    const [state, effects] = tell(NEW, [0, { kind: 'begun', heirTo: null }])
    expect(state.ledger.triesLeft).toBe(2)
    expect(effects.map((effect) => effect.do)).toEqual(['save', 'spawn'])
  })

  test('[H2] of a good release is met by its standby at once', () => {
    const [state] = tell(GOOD, ...UP)
    expect(state.standby).toBe(2)
    const [, effects] = tell(
      GOOD,
      ...UP,
      [200, { kind: 'loaded', child: 2 }],
      [300, { kind: 'exited', child: 1, how: 'exit status 1' }],
    )
    expect(effects.filter((effect) => effect.do !== 'record')).toEqual([
      { do: 'save' },
      { do: 'tell', child: 2, word: 'lead' },
    ])
  })

  test('[P5] of a release on probation that was up is rolled back once the machine is seen to be sound', () => {
    const [held, asked] = tell(NEW, ...UP, [300, { kind: 'exited', child: 1, how: 'exit status 1' }])
    expect([held.ledger.current, asked.at(-1)]).toEqual(['n', { do: 'examine' }])
    const [state, effects] = decide(held, { kind: 'examined', faults: [] }, 400)
    expect(state.ledger).toMatchObject({ current: 'a', phase: 'good', bad: ['n'] })
    expect(effects).toContainEqual({ do: 'flip', release: 'a' })
    expect(effects).toContainEqual({ do: 'spawn', child: 3, role: 'server', release: 'a', clean: false })
  })

  test('[H2] of everything ends in safe mode, not in a loop', () => {
    const exits = [1, 2, 3].map(
      (child) => [child * 3000, { kind: 'exited', child, how: 'exit status 1' }] as const,
    )
    const ticks = [1, 2, 3].map((at) => [at * 3000 + 2500, { kind: 'ticked' }] as const)
    const story = exits.flatMap((exit, index) => [exit, ticks[index] ?? exit])
    const [state] = tell(ONLY, [0, { kind: 'begun', heirTo: null }], ...story)
    expect(state.children.map((child) => child.role)).toEqual(['safe'])
  })
})

describe('a release promoted while the first one was on probation', () => {
  const PROMOTED: readonly (readonly [number, Happening])[] = [
    ...UP,
    [200, { kind: 'asked', what: 'promote', release: 'p' }],
    [300, { kind: 'loaded', child: 3 }],
    [310, { kind: 'answered', child: 3, well: true }],
    [320, { kind: 'listening', child: 3 }],
    [330, { kind: 'yielded', child: 1 }],
    [340, { kind: 'leading', child: 3 }],
    [350, { kind: 'exited', child: 1, how: 'exit status 0' }],
    [360, { kind: 'exited', child: 2, how: 'exit status 0' }],
  ]
  const FALLEN: typeof PROMOTED = [
    ...PROMOTED,
    [400, { kind: 'exited', child: 3, how: 'exit status 1' }],
    [1000, { kind: 'exited', child: 4, how: 'exit status 1' }],
    [2000, { kind: 'ticked' }],
    [2100, { kind: 'exited', child: 5, how: 'exit status 1' }],
    [2200, { kind: 'examined', faults: [] }],
  ]

  test('[R1] leaves that one in the ledger', () => {
    expect(tell(ONLY, ...PROMOTED)[0].ledger).toMatchObject({ current: 'p', servedBefore: 'n', good: [] })
    expect(tell(NEW, ...PROMOTED)[0].ledger).toMatchObject({ current: 'p', servedBefore: 'n' })
    expect(tell(GOOD, ...PROMOTED)[0].ledger).toMatchObject({ current: 'p', servedBefore: null })
  })

  test('[H2] [R2] is left for it when its own tries are used up', () => {
    const [state, effects] = tell(ONLY, ...FALLEN)
    expect(state.ledger).toMatchObject({ current: 'n', phase: 'trying', triesLeft: 2, bad: ['p'] })
    expect(effects.map((effect) => effect.do)).toEqual(['record', 'save', 'flip', 'save', 'spawn'])
    expect(effects.at(-1)).toMatchObject({ role: 'server', release: 'n' })
  })

  test('[H8] does not put the blame on the machine when that one fails too', () => {
    const [, effects] = tell(ONLY, ...FALLEN, [2500, { kind: 'exited', child: 6, how: 'exit status 1' }])
    expect(effects).toContainEqual({
      do: 'record',
      what: { kind: 'safe mode', cause: 'crashed', faults: [] },
    })
  })
})

test('[R1] five good releases are known, the newest first, and a sixth drops the oldest', () => {
  const ledger = { ...NEW, good: ['a', 'b', 'c', 'd', 'e'] }
  const probes = Array.from({ length: LIMITS.soakProbes }, (_, index) => {
    const atMs = LIMITS.soakMs + 200 + index
    return [atMs, { kind: 'answered', child: 1, well: true }] as const
  })
  const [state] = tell(ledger, ...UP, ...probes)
  expect(state.ledger).toMatchObject({ current: 'n', phase: 'good', good: ['n', 'a', 'b', 'c', 'd'] })
})

test('[H1] three missed probes in a row kill the leader, and nobody leads before it is seen gone', () => {
  const misses = [1, 2, 3].map((at) => [200 + at, { kind: 'missed', child: 1 }] as const)
  const [state, effects] = tell(GOOD, ...UP, [150, { kind: 'loaded', child: 2 }], ...misses)
  expect(effects).toEqual([{ do: 'signal', child: 1, signal: 'SIGKILL' }])
  expect(state.leader).toBe(1)
})

test('[P5] a candidate that falls sick in a planned swap is refused, and the leader stays', () => {
  const [state, effects] = tell(
    GOOD,
    ...UP,
    [200, { kind: 'asked', what: 'promote', release: 'p' }],
    [300, { kind: 'loaded', child: 3 }],
    [310, { kind: 'answered', child: 3, well: false }],
    [320, { kind: 'exited', child: 3, how: 'exit status 1' }],
    [400, { kind: 'examined', faults: [] }],
  )
  expect([state.leader, state.candidate, state.ledger.current, state.ledger.bad]).toEqual([
    1,
    null,
    'a',
    ['p'],
  ])
  expect(effects).toContainEqual({
    do: 'record',
    what: { kind: 'refused', release: 'p', cause: 'sick', ended: 'exit status 1', faults: [] },
  })
})

const DISK_FULL = 'The disk is full.'

describe('a machine at fault', () => {
  test('[H8] acquits a release on probation: safe mode instead of a rollback', () => {
    const [state, effects] = tell(
      NEW,
      ...UP,
      [300, { kind: 'exited', child: 1, how: 'exit status 1' }],
      [400, { kind: 'examined', faults: [DISK_FULL] }],
    )
    expect(state.ledger).toMatchObject({ current: 'n', bad: [] })
    expect(effects).toContainEqual({
      do: 'record',
      what: { kind: 'safe mode', cause: 'crashed', faults: [DISK_FULL] },
    })
    expect(effects).toContainEqual({ do: 'spawn', child: 3, role: 'safe', release: '', clean: false })
  })

  test('[H8] [P4] ends a restart that does not come up, without waiting for its limit', () => {
    const [state, effects] = tell(
      GOOD,
      ...UP,
      [200, { kind: 'loaded', child: 2 }],
      [300, { kind: 'exited', child: 1, how: 'exit status 1' }],
      [700, { kind: 'ticked' }],
      [900, { kind: 'examined', faults: [DISK_FULL] }],
    )
    expect(effects).toContainEqual({ do: 'signal', child: 2, signal: 'SIGKILL' })
    expect(state.children.find((child) => child.id === state.candidate)?.role).toBe('safe')
  })

  test('[H8] is not asked when the standby leads at once', () => {
    const [, effects] = tell(
      GOOD,
      ...UP,
      [200, { kind: 'loaded', child: 2 }],
      [300, { kind: 'exited', child: 1, how: 'exit status 1' }],
      [320, { kind: 'leading', child: 2 }],
      [900, { kind: 'ticked' }],
    )
    expect(effects.filter((effect) => effect.do === 'examine')).toEqual([])
  })

  test('[H8] [R4] lets no candidate be remembered as bad', () => {
    const [state] = tell(
      GOOD,
      ...UP,
      [200, { kind: 'asked', what: 'promote', release: 'p' }],
      [300, { kind: 'exited', child: 3, how: 'exit status 1' }],
      [400, { kind: 'examined', faults: [DISK_FULL] }],
    )
    expect([state.leader, state.ledger.bad]).toEqual([1, []])
  })

  test('[P8] that nobody could look at is not waited for', () => {
    const [state] = tell(
      NEW,
      ...UP,
      [300, { kind: 'exited', child: 1, how: 'exit status 1' }],
      [4000, { kind: 'ticked' }],
    )
    expect(state.ledger).toMatchObject({ current: 'a', bad: ['n'] })
  })
})
