// Proofs of the rules about tests.
import type { Proof } from './proof.ts'
import { sample } from './sample.ts'

export const TEST_PROOFS: readonly Proof[] = [
  {
    rule: 'unfinished-tests',
    refuses: 'a test that is skipped',
    bad: sample('src/lib/a.test.ts', "test.skip.each([1])('is one', () => {})"),
    good: sample(
      'src/lib/a.test.ts',
      "if (isMac) console.warn('NOT RUN: one, since this is a Mac')",
      "test.skipIf(isMac)('is one', () => {})",
      "test.runIf(isMac)('two', () => {})",
    ),
  },
  {
    rule: 'unfinished-tests',
    refuses: 'a test that is skipped without a reason',
    bad: sample('src/lib/a.test.ts', "test.skipIf(isMac)('is one', () => {})"),
    good: sample(
      'src/lib/a.test.ts',
      "if (isMac) console.warn('NOT RUN: one, since this is a Mac')",
      "test.skipIf(isMac)('is one', () => {})",
    ),
  },
  {
    rule: 'unfinished-tests',
    refuses: 'a test that is singled out',
    bad: sample('test/e2e/a.test.ts', "describe.only('a', () => {})"),
    good: sample('test/e2e/a.test.ts', "describe('only a', () => {})"),
  },
  {
    rule: 'unfinished-tests',
    refuses: 'a test that is left out by an option',
    bad: sample('test/e2e/a.test.ts', "test('a', { todo: true }, () => {})"),
    good: sample('test/e2e/a.test.ts', "test('a', { timeout: 1 }, () => {})"),
  },
  {
    rule: 'sleeps',
    refuses: 'a promise of nothing but time',
    bad: sample('test/e2e/a.ts', 'await new Promise((resolve) => setTimeout(() => resolve(1), 10))'),
    good: sample('test/e2e/a.ts', 'await new Promise((_, reject) => setTimeout(() => reject(late), 10))'),
  },
  {
    rule: 'sleeps',
    refuses: 'the sleep of Node',
    bad: sample('src/lib/a.test.ts', "import { setTimeout as sleep } from 'node:timers/promises'"),
    good: sample('src/adapters/clock/a.ts', "import { setTimeout as sleep } from 'node:timers/promises'"),
  },
  {
    rule: 'sleeps',
    refuses: 'a timer turned into a promise',
    bad: sample('bench/a.ts', 'const sleep = promisify(setTimeout)'),
    good: sample('bench/a.ts', 'const read = promisify(readFile)'),
  },
  {
    rule: 'quoted-promises',
    refuses: 'a test file that proves no promise',
    bad: sample('test/sim/a.test.ts', "test('[STYLE 3] mail arrives', () => {})"),
    good: sample('test/sim/a.test.ts', "test.each(rows)('[P2, H8] mail arrives', () => {})"),
  },
  {
    rule: 'quoted-promises',
    refuses: 'an id that no title quotes',
    bad: sample('test/e2e/a.test.ts', '// [P2]', "test('mail arrives', () => expect(id).toBe('[P2]'))"),
    good: sample('test/e2e/a.test.ts', 'test(`[P2] mail arrives at ${name}`, () => {})'),
  },
  {
    rule: 'mutated-deciders',
    refuses: 'a decider that no fault is planted in',
    bad: sample('src/core/mail/a.ts', 'export const decideA = () => 1'),
    good: sample('src/core/mail/a.ts', 'export const decidedA = () => 1'),
  },
  {
    rule: 'mutated-deciders',
    refuses: 'a new file beside one that is in the table',
    bad: sample('src/core/budgets/decide-budgets.ts', 'export function decide() {}'),
    good: sample('src/core/budgets/decide-budget.ts', 'export function decide() {}'),
  },
  {
    rule: 'known-ids',
    refuses: 'an id that no requirement has',
    bad: sample('src/lib/a.test.ts', "test('[P1] [Q7] mail arrives', () => {})"),
    good: sample('src/lib/a.test.ts', "test('[P1] [STYLE 3] mail arrives, as [q7] says', () => {})"),
  },
]
