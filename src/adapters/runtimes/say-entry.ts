// Entries of a conversation from what programs write: ids begin with the kind, since a tool and its result have the same id.
import type { ConversationEntry } from '../../protocol/messages/conversation.ts'
import { Timestamp } from '../../protocol/timestamp.ts'

interface Place {
  readonly session: string
  readonly subagent?: string | null | undefined
  readonly at?: string | null | undefined
}

type Tool = NonNullable<ConversationEntry['tool']>

export function sayEntry(
  kind: 'prompt' | 'answer' | 'mark',
  id: string,
  text: string,
  place: Place,
): ConversationEntry {
  return { id: `${kind}:${id}`, kind, ...settle(place), text, tool: null }
}

export function toolEntry({ id, name, input }: Omit<Tool, 'failed'>, place: Place): ConversationEntry {
  const tool = { id, name, input, failed: false }
  return { id: `tool:${id}`, kind: 'tool', ...settle(place), text: '', tool }
}

/** The name is not always told with the result; then it stands with the tool of the same id. */
export function resultEntry(use: Omit<Tool, 'input'>, text: string, place: Place): ConversationEntry {
  return { id: `result:${use.id}`, kind: 'result', ...settle(place), text, tool: { ...use, input: null } }
}

function settle({ session, subagent, at }: Place): Pick<ConversationEntry, 'session' | 'subagent' | 'at'> {
  const time = Timestamp.safeParse(at)
  return { session, subagent: subagent ?? null, at: time.success ? time.data : null }
}
