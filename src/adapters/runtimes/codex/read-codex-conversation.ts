// What was said, from a line of a Codex transcript. It names the session only at the beginning, and marks what it added
// itself to a person's words.
import { z } from 'zod'
import type { ConversationEntry } from '../../../protocol/messages/conversation.ts'
import { resultEntry, sayEntry, toolEntry } from '../say-entry.ts'
import { readJsonLine } from '../read-json-line.ts'
import { textOfParts } from '../text-of-parts.ts'

const Added = z.object({
  turn_id: z.string().nullish(),
  content_item_metadata: z
    .array(z.object({ provenance: z.object({ type: z.string() }).nullish() }).nullable())
    .nullish(),
})
const Message = z.object({
  type: z.literal('message'),
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  content: z.array(z.unknown()),
  internal_chat_message_metadata_passthrough: Added.nullish(),
})
const Call = z.object({
  type: z.enum(['function_call', 'custom_tool_call']),
  call_id: z.string(),
  name: z.string(),
  arguments: z.string().optional(),
  input: z.unknown().optional(),
})
const Output = z.object({
  type: z.enum(['function_call_output', 'custom_tool_call_output']),
  call_id: z.string(),
  output: z.unknown().optional(),
})
const Compaction = z.object({
  type: z.literal('item_completed'),
  item: z.object({ type: z.literal('ContextCompaction'), id: z.string() }),
})
const Line = z.object({
  timestamp: z.string().nullish(),
  type: z.string(),
  payload: z.union([Message, Call, Output, Compaction]),
})

/** What a command says at its end. */
const FAILED = /^Process exited with code (?!0$)\d+$/m

export function readCodexConversation(line: string): ConversationEntry[] {
  const parsed = Line.safeParse(readJsonLine(line))
  if (!parsed.success) return []
  const { payload, timestamp } = parsed.data
  const place = { session: '', at: timestamp }
  switch (payload.type) {
    case 'message':
      return readMessage(payload, place)
    case 'item_completed':
      return [sayEntry('mark', payload.item.id, 'compact', place)]
    case 'function_call':
    case 'custom_tool_call':
      return [toolEntry({ id: payload.call_id, name: payload.name, input: inputOf(payload) }, place)]
    case 'function_call_output':
    case 'custom_tool_call_output':
    default: {
      const text = textOfParts(payload.output)
      return [resultEntry({ id: payload.call_id, name: '', failed: FAILED.test(text) }, text, place)]
    }
  }
}

function readMessage(message: z.infer<typeof Message>, place: { session: string }): ConversationEntry[] {
  const text = textOfParts(message.content)
  if (text === '') return []
  if (message.role === 'assistant') return [sayEntry('answer', message.id, text, place)]
  const added = message.internal_chat_message_metadata_passthrough
  const isOwn = added?.content_item_metadata?.some((item) => item?.provenance?.type === 'harness')
  return isOwn === true || text.startsWith('<environment_context>')
    ? []
    : [sayEntry('prompt', message.id, text, place)]
}

/** As an object where it is one, so that paths in it can be found. */
function inputOf({ arguments: words, input }: z.infer<typeof Call>): unknown {
  return words === undefined ? input : (readJsonLine(words) ?? words)
}
