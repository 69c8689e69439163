import { expect, test } from 'vitest'
import { sayLeave } from './say-leave.ts'

test.each([
  ['none', 'the change is merged when its checks pass', false, 'The change is merged when its checks pass.'],
  ['none', 'the change is merged when its checks pass', true, 'Checks are skipped, as requested.'],
  [
    'agent',
    'the change is of medium risk: ben reviews it after the checks',
    false,
    /^The change is of medium risk: ben reviews/,
  ],
  [
    'human',
    'the change is of high risk, and only a person may approve it',
    false,
    /^The change is of high risk, .*: read the change to its end/,
  ],
  [
    'human',
    'an agent asked to skip the checks',
    true,
    /^An agent asked to skip the checks: read the change to its end/,
  ],
] as const)('[I11] of a change that needs %s (%s), skipping checks: %s', (kind, why, skipTests, words) => {
  expect(sayLeave({ needs: { kind, why }, skipTests })).toMatch(words)
})
