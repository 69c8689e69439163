import { expect, test } from 'vitest'
import { LIMITS } from './limits.ts'
import { planRungs, type Fall } from './plan-rungs.ts'
import type { Ledger, Rung } from './state.ts'

const TRYING: Ledger = {
  current: 'new',
  phase: 'trying',
  triesLeft: 2,
  goodForMs: 0,
  good: [],
  servedBefore: null,
  bad: [],
}
const GOOD: Ledger = { ...TRYING, current: 'a', phase: 'good', triesLeft: 0, good: ['a', 'b', 'c'] }
const LONG_GOOD: Ledger = { ...GOOD, goodForMs: LIMITS.longGoodMs }
const UP = { cause: 'crashed', wasUp: true } satisfies Fall
const NEVER_UP = { cause: 'crashed', wasUp: false } satisfies Fall

const describe = (rung: Rung) =>
  rung.kind === 'release' ? `${rung.release}${rung.proven ? '' : ' (unproven)'}` : rung.kind

test.each([
  [
    'a release on probation that never came up',
    { ...TRYING, good: ['b'] },
    NEVER_UP,
    'restart restart b safe',
  ],
  ['a release on probation that was up', { ...TRYING, good: ['b'] }, UP, 'b safe'],
  ['the first release of a home', TRYING, UP, 'restart restart safe'],
  [
    'what was promoted while the first one was on probation',
    { ...TRYING, servedBefore: 'first' },
    UP,
    'restart restart first (unproven) safe',
  ],
  [
    'what was promoted while a later one was on probation',
    { ...TRYING, good: ['b'], servedBefore: 'young' },
    UP,
    'b young (unproven) safe',
  ],
  [
    'what is the only good one',
    { ...GOOD, good: ['a'], servedBefore: 'first' },
    UP,
    'restart clean first (unproven) safe',
  ],
  ['a good release', GOOD, UP, 'restart clean b c safe'],
  ['a release that was good for long', LONG_GOOD, UP, 'restart clean b safe'],
  [
    'one that others failed before',
    { ...GOOD, servedBefore: 'c', bad: ['b', 'c'] },
    UP,
    'restart clean safe',
  ],
  [
    'a release whose others have the content of one that failed',
    { ...GOOD, good: ['a', '1-b', '2-c'], bad: ['9-b'] },
    UP,
    'restart clean 2-c safe',
  ],
] satisfies [string, Ledger, Fall, string][])('[H2] the ladder for %s', (_, ledger, fall, rungs) => {
  expect(planRungs(ledger, fall, LIMITS.longGoodMs).map(describe).join(' ')).toBe(rungs)
})
