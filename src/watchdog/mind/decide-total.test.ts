// Every state that a life can reach, met by everything that can happen: the mind never throws, never writes into what it was
// given, and never loses track of who is who.
import { expect, test } from 'vitest'
import { makeRandom } from '../../../test/sim/random.ts'
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

function everythingAbout(children: readonly number[]): Happening[] {
  const words = ['loaded', 'listening', 'leading', 'yielded', 'missed'] as const
  return [
    { kind: 'ticked' },
    { kind: 'begun', heirTo: null },
    { kind: 'begun', heirTo: { release: 'a' } },
    { kind: 'examined', faults: [] },
    { kind: 'examined', faults: ['The disk is full.'] },
    { kind: 'asked', what: 'stop' },
    { kind: 'asked', what: 'step aside' },
    { kind: 'asked', what: 'restart' },
    { kind: 'asked', what: 'rollback' },
    { kind: 'asked', what: 'promote', release: 'p' },
    ...children.flatMap((child): Happening[] => [
      ...words.map((kind) => ({ kind, child }) as const),
      { kind: 'burdened', child, ms: 30_000 },
      { kind: 'not startable', child, why: 'it is damaged' },
      { kind: 'exited', child, how: 'exit status 1' },
      { kind: 'exited', child, how: 'signal SIGKILL', by: 'killed' },
      { kind: 'exited', child, how: 'signal SIGKILL', by: 'out of memory' },
      { kind: 'answered', child, well: true },
      { kind: 'answered', child, well: false },
    ]),
  ]
}

/** States that random happenings lead to, from each kind of ledger. */
function* reachableStates(): Generator<{ state: State; nowMs: number }> {
  for (const ledger of [GOOD, NEW, ONLY])
    for (let seed = 1; seed <= 150; seed += 1) {
      const random = makeRandom(seed)
      let state = makeState(structuredClone(ledger), LIMITS)
      let nowMs = 0
      for (let step = 0; step < 25; step += 1) {
        nowMs += random.between(0, 5000)
        const ids = [...state.children.map((child) => child.id), 99]
        ;[state] = decide(
          state,
          step === 0 ? { kind: 'begun', heirTo: null } : random.pick(everythingAbout(ids)),
          nowMs,
        )
        yield { state, nowMs }
      }
    }
}

function faultsOf(before: State, after: State, effects: readonly Effect[]): string[] {
  const ids = new Set(after.children.map((child) => child.id))
  const roles = [after.leader, after.candidate, after.standby].filter((id) => id !== null)
  const saved = effects.findIndex((effect) => effect.do === 'save')
  const started = effects.findIndex((effect) => effect.do === 'spawn' && effect.role === 'server')
  const paid = after.ledger.triesLeft !== before.ledger.triesLeft
  return [
    ...(roles.every((id) => ids.has(id)) ? [] : ['a role is held by nobody']),
    ...(new Set(roles).size === roles.length ? [] : ['one child has two roles']),
    ...(after.ledger.triesLeft < 0 ? ['fewer than no tries'] : []),
    ...(paid && started >= 0 && (saved < 0 || saved > started)
      ? ['a try was spent before it was saved']
      : []),
    ...(before.ledger.good.length > 0 && after.ledger.good.length === 0
      ? ['the last good release is lost']
      : []),
  ]
}

test('[P8] the mind is total, pure and consistent for every reachable state and every happening', () => {
  let met = 0
  for (const { state, nowMs } of reachableStates()) {
    const copy = structuredClone(state)
    for (const happening of everythingAbout([...state.children.map((child) => child.id), 99])) {
      const [after, effects] = decide(state, happening, nowMs + 1)
      expect({ happening, faults: faultsOf(copy, after, effects) }).toEqual({ happening, faults: [] })
      met += 1
    }
    expect(state).toEqual(copy)
  }
  expect(met).toBeGreaterThan(100_000)
})
