// What was said, from a line of a Gemini CLI transcript. A line is written again when it has grown, with the same ids.
import { z } from 'zod'
import type { ConversationEntry } from '../../../protocol/messages/conversation.ts'
import { resultEntry, sayEntry, toolEntry } from '../say-entry.ts'
import { readJsonLine } from '../read-json-line.ts'
import { textOfParts } from '../text-of-parts.ts'

const ToolCall = z.object({
  id: z.string(),
  name: z.string(),
  args: z.unknown().optional(),
  result: z.unknown().optional(),
  status: z.string().default(''),
})
const Line = z.object({
  id: z.string(),
  timestamp: z.string().nullish(),
  type: z.enum(['user', 'gemini']),
  content: z.unknown().optional(),
  toolCalls: z.array(z.unknown()).default([]),
})

/** How a call stands that is over. */
const FAILED = new Set(['error', 'cancelled'])
/** Where the program says what it is, in the place of a person's first words. */
const OWN_CONTEXT = /^<session_context>/

export function readGeminiConversation(line: string): ConversationEntry[] {
  const parsed = Line.safeParse(readJsonLine(line))
  if (!parsed.success) return []
  const { id, type, timestamp, content, toolCalls } = parsed.data
  const place = { session: '', at: timestamp }
  const text = textOfParts(content)
  const isSaid = text !== '' && !OWN_CONTEXT.test(text)
  return [
    ...(isSaid ? [sayEntry(type === 'user' ? 'prompt' : 'answer', id, text, place)] : []),
    ...toolCalls.flatMap((call) => readCall(call, place)),
  ]
}

function readCall(call: unknown, place: Parameters<typeof sayEntry>[3]): ConversationEntry[] {
  const parsed = ToolCall.safeParse(call)
  if (!parsed.success) return []
  const { id, name, args, result, status } = parsed.data
  const isOver = status === 'success' || FAILED.has(status)
  const use = toolEntry({ id, name, input: args }, place)
  return isOver
    ? [use, resultEntry({ id, name, failed: FAILED.has(status) }, outputOf(result), place)]
    : [use]
}

const Response = z.array(
  z.object({ functionResponse: z.object({ response: z.record(z.string(), z.unknown()) }) }),
)

/** The words in the answer of a tool; else what there is. */
function outputOf(result: unknown): string {
  const parsed = Response.safeParse(result)
  if (!parsed.success) return textOfParts(result)
  return parsed.data
    .map(({ functionResponse: { response } }) =>
      textOfParts(response['output'] ?? response['error'] ?? response),
    )
    .join('\n')
}
