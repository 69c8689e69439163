// Mail is a part of the conversations of both who write it, by the message's own id. Here it is without secrets; the message
// itself stays as its sender wrote it.
import { AgentName } from '../../protocol/ids.ts'
import type { MessageRecord } from '../mail/message-record.ts'
import type { StoreWriter } from '../store.ts'
import { cleanEntry } from './clean-entry.ts'

type Writer = Pick<StoreWriter, 'conversations' | 'agents' | 'mask'>

/** The event that tells of the message tells of this, too. */
export async function noteLetter(writer: Writer, message: MessageRecord): Promise<void> {
  const { id, agent, from, to, body, at } = message
  const note = async (whose: NonNullable<typeof agent>, text: string) => {
    const entry = {
      id: `message:${id}`,
      kind: 'message',
      session: '',
      subagent: null,
      at,
      text,
      tool: null,
    } as const
    await writer.conversations.add(whose, cleanEntry(entry, writer.mask), 'cmux', at)
  }
  if (agent) await note(agent, `from ${from}: ${body}`)
  const sender = await findSender(writer, message)
  if (sender && sender.id !== agent) await note(sender.id, `to ${to}: ${body}`)
}

/** A name that an outside source uses may be an agent's, too: only what was sent with its token is its own. */
async function findSender({ agents }: Writer, { from, actor }: MessageRecord) {
  const name = AgentName.safeParse(from)
  return name.success && actor === `agent:${from}` ? agents.byName(name.data) : undefined
}
