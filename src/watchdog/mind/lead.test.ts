import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import type { Effect } from './effect.ts'
import type { Happening } from './happening.ts'
import { LIMITS } from './limits.ts'
import { makeState, type Ledger } from './state.ts'

const LEDGER: Ledger = {
  current: 'a',
  phase: 'good',
  triesLeft: 0,
  goodForMs: 0,
  good: ['a'],
  servedBefore: null,
  bad: [],
}
const MINUTE = 60_000

/** All effects of a watchdog that found a server serving. */
function tell(
  onTrial: boolean,
  ...story: readonly (readonly [atMs: number, happening: Happening])[]
): Effect[] {
  let [state, effects] = decide(
    makeState(structuredClone(LEDGER), LIMITS, onTrial),
    { kind: 'begun', heirTo: { release: 'a' } },
    0,
  )
  return effects.concat(
    ...story.map(([atMs, happening]) => {
      ;[state, effects] = decide(state, happening, atMs)
      return effects
    }),
  )
}

const answers = (child: number, fromMs: number) =>
  Array.from(
    { length: LIMITS.soakProbes },
    (_, index) => [fromMs + index, { kind: 'answered', child, well: true }] as const,
  )
const SWAP = [
  [100, { kind: 'loaded', child: 1 }],
  [110, { kind: 'answered', child: 1, well: true }],
  [120, { kind: 'listening', child: 1 }],
  [130, { kind: 'yielded', child: 0 }],
  [140, { kind: 'leading', child: 1 }],
] as const

test.each([
  ['after a soak of its own server', true, [...SWAP, ...answers(1, 2 * MINUTE)], 1],
  ['not before its soak is over', true, [...SWAP, ...answers(1, 1000)], 0],
  ['not by a server that was there before', true, answers(0, 2 * MINUTE), 0],
  ['once', true, [...SWAP, ...answers(1, 2 * MINUTE), ...answers(1, 3 * MINUTE)], 1],
  ['not when it is the proven one already', false, [...SWAP, ...answers(1, 2 * MINUTE)], 0],
] as const)('[P5] a watchdog on trial is proved %s', (_, onTrial, story, times) => {
  expect(tell(onTrial, ...story).filter((effect) => effect.do === 'prove')).toHaveLength(times)
})

const ASIDE = { kind: 'asked', what: 'step aside' } as const

test.each([
  ['goes while nothing is under way', [...SWAP, [200, ASIDE]], { do: 'exit' }],
  [
    'stays during a swap',
    [[50, ASIDE]],
    { do: 'record', what: { kind: 'declined', what: 'step aside', busy: true } },
  ],
  [
    'stays during a recovery',
    [...SWAP, [200, { kind: 'exited', child: 1, how: 'exit status 1' }], [201, ASIDE]],
    { do: 'record', what: { kind: 'declined', what: 'step aside', busy: true } },
  ],
] as const)('[P4] a watchdog that is asked to step aside %s', (_, story, effect) => {
  expect(tell(false, ...story).at(-1)).toEqual(effect)
})
