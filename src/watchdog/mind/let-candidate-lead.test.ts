// Stories in which a child was told to lead twice, or too early. All orders are in test/contract/lead-orders.test.ts.
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

/** The words that each step has the watchdog say. */
function tell(...story: readonly Happening[]): string[][] {
  let state = makeState(structuredClone(LEDGER), { ...LIMITS, standby: false })
  let effects: Effect[]
  return story.map((happening, index) => {
    ;[state, effects] = decide(state, happening, index)
    return effects.flatMap((effect) => (effect.do === 'tell' ? [`${effect.word} ${effect.child}`] : []))
  })
}

const SAFE: readonly Happening[] = [{ kind: 'begun', heirTo: { release: '' } }, { kind: 'ticked' }]
const SERVED: readonly Happening[] = [{ kind: 'begun', heirTo: { release: 'a' } }]
const LISTENS: readonly Happening[] = [
  { kind: 'loaded', child: 1 },
  { kind: 'answered', child: 1, well: true },
  { kind: 'listening', child: 1 },
]
const YIELDED = { kind: 'yielded', child: 0 } as const
const ENDED = { kind: 'exited', child: 0, how: 'exit status 0' } as const
const LEADS = { kind: 'leading', child: 1 } as const

test.each([
  ['safe mode yields and ends before the release leads', SAFE, [YIELDED, ENDED, LEADS], [['lead 1'], [], []]],
  ['safe mode ends without a word', SAFE, [ENDED, YIELDED, LEADS], [['lead 1'], [], []]],
  ['the old server ends before the new one leads', SERVED, [YIELDED, ENDED, LEADS], [['lead 1'], [], []]],
  ['the old server says twice that it has yielded', SERVED, [YIELDED, YIELDED, LEADS], [['lead 1'], [], []]],
  ['the candidate leads before the old server ends', SERVED, [YIELDED, LEADS, ENDED], [['lead 1'], [], []]],
] as const)('[P1] a candidate is told to lead once when %s', (_, before, story, words) => {
  expect(tell(...before, ...LISTENS, ...story).slice(-story.length)).toEqual(words)
})

test('[P1] a candidate that was looked at when its leader died is told to lead once', () => {
  const story: Happening[] = [...SERVED, { kind: 'loaded', child: 1 }, ENDED, ...LISTENS.slice(1)]
  expect(
    tell(...story)
      .flat()
      .filter((word) => word.startsWith('lead')),
  ).toEqual(['lead 1'])
})

test('[P1] a candidate is not told to lead while a hung leader that was killed is not seen gone', () => {
  const misses = Array.from({ length: LIMITS.missesMax }, () => ({ kind: 'missed', child: 0 }) as const)
  const words = tell(...SERVED, ...LISTENS.slice(0, 2), ...misses, ...LISTENS.slice(2), ENDED)
  expect(words.slice(-2)).toEqual([[], ['lead 1']])
})

const GONE = { kind: 'exited', child: 1, how: 'exit status 1' } as const

test.each([
  ['after it had yielded', [YIELDED, GONE, { kind: 'loaded', child: 2 }], [['lead 1'], [], ['lead 2']]],
  ['before it had yielded', [GONE, { kind: 'loaded', child: 2 }, YIELDED], [[], [], ['lead 2']]],
  ['before it ended without a word', [GONE, { kind: 'loaded', child: 2 }, ENDED], [[], [], ['lead 2']]],
] as const)(
  '[P4] [P5] another server follows at once on a leader whose follower fails %s',
  (_, story, words) => {
    expect(tell(...SERVED, ...LISTENS, ...story).slice(-3)).toEqual(words)
  },
)
