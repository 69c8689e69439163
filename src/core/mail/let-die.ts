// What can't be delivered never vanishes: it is there to be read, and somebody is told (P2).
import { agentCommand } from '../../protocol/agents/agent-verbs.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { StoreWriter } from '../store.ts'
import { hasReached, isOver, type MessageRecord } from './message-record.ts'
import { moveMessage } from './move-message.ts'
import { sendNotice, type NoticeDeps } from './send-notice.ts'

export async function letDie(
  deps: NoticeDeps,
  writer: StoreWriter,
  messages: readonly MessageRecord[],
  { why, at }: { readonly why: string; readonly at: Timestamp },
): Promise<void> {
  for (const message of messages) {
    if (hasReached(message, 'seen') || isOver(message)) continue
    await moveMessage(writer, message, { receipt: 'dead', source: 'cmux', says: why, at })
    const { id, seq, from, to, agent } = message
    await sendNotice(deps, writer, {
      key: `dead:${seq}`,
      subject: `a message to ${to} could not be delivered`,
      body: `${id} from ${from} to ${to} is dead: ${why}.\nRead it with: ${agentCommand('message show', id)}`,
      about: agent,
      alsoOwner: true,
    })
  }
}
