import { expect, test } from 'vitest'
import { sayLeave } from './say-leave.ts'

test.each([
  ['none', 'its checks decide', false, 'Its checks decide.'],
  ['none', 'its checks decide', true, 'It skips its checks, as it was asked for.'],
  ['agent', 'it needs care, and ben looks at it after its checks', false, /^It needs care, and ben looks/],
  [
    'human',
    'it touches what only a person may allow',
    false,
    /^It touches what only .*: you have to read it/,
  ],
  [
    'human',
    'an agent wants its checks skipped',
    true,
    /^An agent wants its checks skipped: you have to read it/,
  ],
] as const)('[I11] of a change that needs %s (%s), skipping checks: %s', (kind, why, skipTests, words) => {
  expect(sayLeave({ needs: { kind, why }, skipTests })).toMatch(words)
})
