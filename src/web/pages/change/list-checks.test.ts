import { expect, test } from 'vitest'
import type { Change } from '../../../protocol/changes/change.ts'
import type { Timestamp } from '../../../protocol/timestamp.ts'
import { listChecks } from './list-checks.ts'

type Facts = Parameters<typeof listChecks>[0]

const RULES = ['types', 'lint', 'test'].map((name) => ({ name, run: `run ${name}`, required: true }))
const passed = (name: string): Change['checks'][number] => ({
  name,
  run: `run ${name}`,
  required: true,
  outcome: 'passed',
  detail: 'passed',
  tail: '',
  tookMs: 5,
})
const runs = (check: string) => ({ check, since: '2026-01-01T00:00:00.000Z' as Timestamp })
const CHANGE: Facts = { state: 'checking', checks: [], running: null, skipTests: false }
const say = (facts: Partial<Facts>) =>
  listChecks({ ...CHANGE, ...facts }, RULES).map(({ name, outcome }) => `${name} ${outcome}`)

test.each<[what: string, facts: Partial<Facts>, shown: string[]]>([
  ['of which none has begun', {}, ['types waiting', 'lint waiting', 'test waiting']],
  ['of which one runs', { running: runs('types') }, ['types running', 'lint waiting', 'test waiting']],
  [
    'of which one is over',
    { checks: [passed('types')], running: runs('lint') },
    ['types passed', 'lint running', 'test waiting'],
  ],
  [
    'and the look for what nothing uses',
    { checks: ['types', 'lint', 'test'].map(passed), running: runs('wired-in') },
    ['types passed', 'lint passed', 'test passed', 'wired-in running'],
  ],
  ['that are skipped', { skipTests: true }, []],
  [
    'that are over, whatever the rules say by now',
    { state: 'refused', checks: [passed('old')] },
    ['old passed'],
  ],
])('checks %s', (_, facts, shown) => {
  expect(say(facts)).toEqual(shown)
})
