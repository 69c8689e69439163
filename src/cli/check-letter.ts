// Is this a message that the server will take? Asked before it goes into the spool: from there nobody can refuse it any more.
import type { SpooledMessage } from '../host/spool-message.ts'
import { CmuxError } from '../protocol/cmux-error.ts'
import { measureBody } from '../protocol/messages/measure-body.ts'
import { SendMessage } from '../protocol/messages/message.ts'

export function checkLetter(message: SpooledMessage): void {
  const parsed = SendMessage.safeParse(message)
  const [issue] = parsed.error?.issues ?? []
  if (issue) throw new CmuxError('BAD_REQUEST', `${issue.path.join('.')}: ${issue.message}`, { hint: HINT })
  measureBody(message.body)
}

const HINT = 'see `cmux send --help`'
