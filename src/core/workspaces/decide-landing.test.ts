import { expect, test } from 'vitest'
import { decideLanding, type Landing, type LandingFacts } from './decide-landing.ts'

const facts = (
  branch: string | null,
  isOurs = false,
  isCheckedOut = false,
  isHome = false,
): LandingFacts => ({
  branch,
  isOurs,
  isCheckedOut,
  isHome,
})

const CASES: readonly [string, LandingFacts, Landing][] = [
  ['a first commit makes the branch', facts(null), 'branch'],
  ['what is home already makes no branch', facts(null, false, false, true), 'nothing'],
  ['the branch is there already', facts('tip', true, true, true), 'nothing'],
  ['the branch moves on from what was ours', facts('old', true), 'branch'],
  ['also when the tip was merged meanwhile', facts('old', true, false, true), 'branch'],
  ['the project’s own commits stay on the branch', facts('theirs', false), 'aside'],
  ['nobody’s checked-out branch is moved', facts('old', true, true), 'aside'],
  ['nor is a second ref made for what is home', facts('theirs', false, true, true), 'nothing'],
]

test.each(CASES)('%s', (_, given, landing) => {
  expect(decideLanding('tip', given)).toBe(landing)
})
