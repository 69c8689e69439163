import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import type { Happening } from './happening.ts'
import { LIMITS } from './limits.ts'
import { makeState, type Ledger } from './state.ts'

const LEDGER: Ledger = { current: 'r1', phase: 'good', triesLeft: 0, goodForMs: 0, good: ['r1'], bad: [] }

test.each([
  ['a server on the port, as everybody meets it', 'r1', 'port'],
  ['safe mode on its door, since on the port it says that cmux is unwell', '', 'door'],
] as const)('[P4] the leader is probed: %s', (_what, release, via) => {
  const [led] = decide(makeState(LEDGER, LIMITS), { kind: 'begun', heirTo: { release } }, 0)
  const [, effects] = decide(led, { kind: 'ticked' }, 1)
  expect(effects.filter((effect) => effect.do === 'probe')).toEqual([{ do: 'probe', child: 0, via }])
})

test('[P4] safe mode that answers on its door is left alone', () => {
  let [state] = decide(makeState(LEDGER, LIMITS), { kind: 'begun', heirTo: { release: '' } }, 0)
  const signals: unknown[] = []
  const happen = (happening: Happening, nowMs: number) => {
    const [next, effects] = decide(state, happening, nowMs)
    state = next
    for (const effect of effects) {
      if (effect.do === 'signal') signals.push(effect)
      // What safe mode answers: 503 on the port, 200 on its door.
      if (effect.do === 'probe' && effect.child === 0)
        happen({ kind: 'answered', child: 0, well: effect.via === 'door' }, nowMs)
    }
  }
  for (let nowMs = 0; nowMs < 10 * LIMITS.probeEveryMs; nowMs += 100) happen({ kind: 'ticked' }, nowMs)
  expect({ leader: state.leader, signals }).toEqual({ leader: 0, signals: [] })
})
