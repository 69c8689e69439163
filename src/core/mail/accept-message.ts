// Takes a message from whoever may send one. Once this resolves, it survives kill -9 and power loss (P1).
import { CmuxError } from '../../protocol/cmux-error.ts'
import { measureBody } from '../../protocol/messages/measure-body.ts'
import type { MessageId, SendMessage } from '../../protocol/messages/message.ts'
import type { Principal } from '../access/principal.ts'
import type { Clock } from '../clock.ts'
import type { Entropy } from '../entropy.ts'
import type { Store } from '../store.ts'
import { isOwnId } from './own-id.ts'
import type { SendBound } from './send-bound.ts'
import { senderOf } from './sender.ts'
import { writeMessage, type Written } from './write-message.ts'

export interface MailDeps {
  readonly store: Store
  readonly clock: Clock
  readonly entropy: Entropy
}

interface AcceptDeps extends MailDeps {
  readonly sendBound: SendBound
}

export async function acceptMessage(deps: AcceptDeps, request: SendMessage, by: Principal): Promise<Written> {
  const sender = senderOf(by, request.from)
  if (request.id !== undefined) refuseOwnId(request.id)
  const letter = { ...request, id: request.id ?? deps.entropy.id('msg') }
  const bytes = measureBody(letter.body)
  return deps.store.write(async (writer) => {
    // What was accepted before is answered again, however much was sent since.
    if (!(await writer.messages.byId(letter.id))) deps.sendBound.check(by, bytes)
    const written = await writeMessage(deps, writer, letter, sender)
    if (written.isNew) deps.sendBound.note(by, bytes)
    return written
  })
}

function refuseOwnId(id: MessageId): void {
  if (isOwnId(id))
    throw new CmuxError('BAD_REQUEST', `id: ${id} is a name that only cmux gives`, {
      hint: 'choose another id, or none',
    })
}
