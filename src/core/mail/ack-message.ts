// The receiver says that it has a message: nothing more is done about it.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { MessageId } from '../../protocol/messages/message.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Principal } from '../access/principal.ts'
import type { MailDeps } from './accept-message.ts'
import type { MessageRecord } from './message-record.ts'
import { moveMessage } from './move-message.ts'
import { OWNER } from './sender.ts'

export async function ackMessage(deps: MailDeps, id: MessageId, by: Principal): Promise<MessageRecord> {
  return deps.store.write(async (writer) => {
    const message = await writer.messages.byId(id)
    // Whoever may not read it learns nothing of it either.
    if (!message || !mayRead(message, by)) throw notThere(id)
    if (message.to !== inboxOf(by)) throw new CmuxError('FORBIDDEN', `${id} is for ${message.to} to confirm`)
    if (message.receipt === 'acked') return message
    if (message.receipt === 'dead')
      throw new CmuxError('CONFLICT', `${id} is dead: it was given up before you had it`, {
        hint: `read it with \`cmux message show ${id}\``,
      })
    const at = timestampFromMs(deps.clock.nowMs())
    await moveMessage(writer, message, {
      receipt: 'acked',
      source: 'agent',
      says: `${by.actor} confirmed it`,
      at,
    })
    return { ...message, receipt: 'acked' }
  })
}

/** Under which name they get mail. */
export function inboxOf(by: Principal): string {
  return by.agent ?? OWNER
}

/** People see everything; an agent what it sent or got. */
export function mayRead(message: Pick<MessageRecord, 'from' | 'to'>, by: Principal): boolean {
  return by.agent === null || message.to === by.agent || message.from === by.agent
}

export function notThere(id: MessageId): CmuxError {
  return new CmuxError('NOT_FOUND', `there is no message ${id}`, {
    hint: 'see `cmux inbox --all`, or `cmux inbox NAME --all` for an agent’s',
  })
}
