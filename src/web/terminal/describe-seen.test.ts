import { expect, test } from 'vitest'
import { describeSeen } from './describe-seen.ts'
import type { Phase, Seen } from './seen.ts'

const cases: readonly (readonly [Phase, Seen['unsent'], RegExp[]])[] = [
  [{ kind: 'live' }, 'none', []],
  [{ kind: 'opening' }, 'none', [/Loading the screen/]],
  [{ kind: 'lost', sinceMs: 0 }, 'none', [/^Not live since/]],
  [{ kind: 'lost', sinceMs: 0 }, 'maybe', [/^Not live since/, /may not have arrived/]],
  [{ kind: 'live' }, 'some', [/were not sent/]],
  [{ kind: 'closed', reason: 'the agent was removed' }, 'none', [/closed: the agent was removed/]],
  [{ kind: 'refused', message: 'anna has no terminal right now', hint: 'wait' }, 'none', [/^anna has no/]],
]

test.each(cases)('[U1] %o with unsent keys: %s', (phase, unsent, says) => {
  const titles = describeSeen({ phase, unsent }).map(({ title }) => title)
  expect(titles).toEqual(says.map((pattern) => expect.stringMatching(pattern)))
})
