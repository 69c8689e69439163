// cmux changes itself through the checks of its own repository, in the sandbox, with the packages as a build gets them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Change } from '../../src/protocol/changes/change.ts'
import { startWithOwnChecks, type OwnCheckout } from '../fixtures/own-checkout.ts'

let own: OwnCheckout
beforeAll(async () => {
  own = await startWithOwnChecks('own-checks')
})
afterAll(() => own[Symbol.asyncDispose]())

/** With what a check that did not pass has printed. */
const verdicts = ({ checks }: Change) =>
  checks.map(({ name, outcome, tail }) => `${name} ${outcome}${outcome === 'passed' ? '' : `: ${tail}`}`)

const PASSED = ['types', 'lint', 'format', 'unused', 'tidy', 'unit', 'whole', 'build', 'wired-in'].map(
  (name) => `${name} passed`,
)

test('[P5] [I5] a sound change passes all of them, and becomes the release that serves', async () => {
  const change = await own.plan('src/cli/verbs.ts', "'start an agent'", "'start another agent'")
  await own.execute(change)
  const good = await own.end(change)
  expect([good.state, good.note, verdicts(good)]).toEqual(['good', null, PASSED])
  expect(own.current().slice(0, 12)).toBe(change.head.slice(0, 12))
})

test('[P5] [I6] a change that one of the tests contradicts is refused, and the test is named', async () => {
  const before = own.current()
  const change = await own.plan('src/lib/plain-text.ts', ".replaceAll('\\r\\n', '\\n')", '')
  await own.execute(change)
  const refused = await own.end(change)
  expect([refused.state, refused.note]).toEqual(['refused', expect.stringContaining('unit failed')])
  expect(refused.checks.find(({ name }) => name === 'unit')?.tail).toContain('.test.ts')
  expect([own.current(), own.checkout.git('rev-parse', 'main')]).toEqual([before, change.base])
})
