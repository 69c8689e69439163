import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import type { Happening } from './happening.ts'
import { LIMITS } from './limits.ts'
import { makeState, type Ledger } from './state.ts'

const LEDGER: Ledger = {
  current: 'r1',
  phase: 'good',
  triesLeft: 0,
  goodForMs: 0,
  good: ['r1'],
  servedBefore: null,
  bad: [],
}

test.each([
  ['a server', 'r1'],
  ['safe mode', ''],
] as const)('[H1] the leader is probed on the port, as everybody meets it: %s', (_what, release) => {
  const [led] = decide(makeState(LEDGER, LIMITS), { kind: 'begun', heirTo: { release } }, 0)
  const [, effects] = decide(led, { kind: 'ticked' }, 1)
  expect(effects.filter((effect) => effect.do === 'probe')).toEqual([{ do: 'probe', child: 0, via: 'port' }])
})

test('[P4] safe mode that answers is left alone, although it says that cmux is unwell', () => {
  let [state] = decide(makeState(LEDGER, LIMITS), { kind: 'begun', heirTo: { release: '' } }, 0)
  const signals: unknown[] = []
  const happen = (happening: Happening, nowMs: number) => {
    const [next, effects] = decide(state, happening, nowMs)
    state = next
    for (const effect of effects) {
      if (effect.do === 'signal') signals.push(effect)
      if (effect.do === 'probe' && effect.child === 0)
        happen({ kind: 'answered', child: 0, well: false }, nowMs)
    }
  }
  for (let nowMs = 0; nowMs < 10 * LIMITS.probeEveryMs; nowMs += 100) happen({ kind: 'ticked' }, nowMs)
  expect({ leader: state.leader, signals }).toEqual({ leader: 0, signals: [] })
})

test('[P4] safe mode that dies is started again, a moment later', () => {
  const [led] = decide(makeState(LEDGER, LIMITS), { kind: 'begun', heirTo: { release: '' } }, 0)
  const [fallen] = decide(led, { kind: 'exited', child: 0, how: 'signal SIGKILL' }, 1000)
  const [, effects] = decide(fallen, { kind: 'ticked' }, 1000 + Math.max(...LIMITS.backOffMs))
  expect(effects).toContainEqual({ do: 'spawn', child: 1, role: 'safe', release: '', clean: false })
})

test.each([
  ['never loads', []],
  ['loads and never leads', ['loaded']],
  ['listens and never leads', ['loaded', 'listening']],
] as const)('[P8] a candidate that %s is killed when its time is over', (_what, words) => {
  let [state] = decide(makeState(LEDGER, LIMITS), { kind: 'begun', heirTo: null }, 0)
  for (const kind of words) [state] = decide(state, { kind, child: 1 }, 0)
  const ticked = (nowMs: number) => decide(state, { kind: 'ticked' }, nowMs)[1]
  const killed = { do: 'signal', child: 1, signal: 'SIGKILL' }
  expect(ticked(LIMITS.readyMs - 1)).not.toContainEqual(killed)
  expect(ticked(LIMITS.readyMs)).toContainEqual(killed)
})
