import { expect, test } from 'vitest'
import { RefusedRequest } from '../../client/make-client.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { describeFailure } from './describe-failure.ts'

test.each([
  [
    new CmuxError('NOT_RUNNING', 'nobody home'),
    'cmux: nobody home (NOT_RUNNING)\nhint: start it with `cmux up`',
    3,
  ],
  [
    new CmuxError('TIMED_OUT', 'two\n  lines', { hint: 'wait\nmore' }),
    'cmux: two lines (TIMED_OUT)\nhint: wait more',
    5,
  ],
  [
    new RefusedRequest(403, { code: 'FORBIDDEN', message: 'no', hint: 'ask' }),
    'cmux: no (FORBIDDEN)\nhint: ask',
    4,
  ],
  [new RefusedRequest(500, { code: 'NEW_CODE', message: 'x', hint: 'y' }), 'cmux: x (NEW_CODE)\nhint: y', 1],
])('%s is two lines and an exit code', (error, text, exitCode) => {
  expect(describeFailure(error)).toMatchObject({ text, exitCode })
})
