// What was said, from a line of a transcript as Claude Code writes it; the demo agent writes the same. Its own notes (commands,
// reminders, summaries) are no part of what was said.
import { z } from 'zod'
import type { ConversationEntry } from '../../protocol/messages/conversation.ts'
import { resultEntry, sayEntry, toolEntry } from './say-entry.ts'
import { readJsonLine } from './read-json-line.ts'
import { textOfParts } from './text-of-parts.ts'

const Line = z.object({
  uuid: z.string(),
  sessionId: z.string().default(''),
  timestamp: z.string().nullish(),
  /** Whose it is, in the file of a subagent. */
  agentId: z.string().nullish(),
})
const Asked = Line.extend({
  type: z.literal('user'),
  promptId: z.string().nullish(),
  origin: z.object({ kind: z.string() }).nullish(),
  isMeta: z.boolean().nullish(),
  isCompactSummary: z.boolean().nullish(),
  message: z.object({ content: z.union([z.string(), z.array(z.unknown())]) }),
})
const Answered = Line.extend({
  type: z.literal('assistant'),
  message: z.object({ content: z.array(z.unknown()) }),
})
const Marked = Line.extend({ type: z.literal('system'), subtype: z.literal('compact_boundary') })
const AnyLine = z.union([Asked, Answered, Marked])

const Result = z.object({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.unknown().optional(),
  is_error: z.boolean().nullish(),
})
const Use = z.object({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: z.unknown().optional(),
})

/** What Claude Code writes as a person's words when they use a command of its own. */
const OWN_COMMAND = /^\s*<(?:command-|local-command-|bash-)/

export function readClaudeConversation(line: string): ConversationEntry[] {
  const parsed = AnyLine.safeParse(readJsonLine(line))
  if (!parsed.success) return []
  const { data } = parsed
  const place = { session: data.sessionId, subagent: data.agentId, at: data.timestamp }
  if (data.type === 'system') return [sayEntry('mark', data.uuid, 'compact', place)]
  return data.type === 'user' ? readAsked(data, place) : readAnswered(data, place)
}

type PlaceOf = Parameters<typeof sayEntry>[3]

function readAsked(line: z.infer<typeof Asked>, place: PlaceOf): ConversationEntry[] {
  const { content } = line.message
  const results = typeof content === 'string' ? [] : content.flatMap((part) => resultIn(part, place))
  if (line.isMeta || line.isCompactSummary) return results
  const text = textOfParts(content)
  if (text === '' || OWN_COMMAND.test(text)) return results
  // The hook knows a person's prompt by that id; what cmux adds to a turn has the id of the prompt that began it.
  const id = (line.origin?.kind === 'human' ? line.promptId : undefined) ?? line.uuid
  return [sayEntry('prompt', id, text, place), ...results]
}

function resultIn(part: unknown, place: PlaceOf): ConversationEntry[] {
  const parsed = Result.safeParse(part)
  if (!parsed.success) return []
  const { tool_use_id: id, content, is_error } = parsed.data
  return [resultEntry({ id, name: '', failed: is_error === true }, textOfParts(content), place)]
}

/** Each line has one part of the message, with a uuid of its own; should it have more, their texts are one answer. */
function readAnswered({ uuid, message }: z.infer<typeof Answered>, place: PlaceOf): ConversationEntry[] {
  const text = textOfParts(message.content)
  const uses = message.content.flatMap((part) => {
    const parsed = Use.safeParse(part)
    return parsed.success ? [toolEntry({ ...parsed.data, input: parsed.data.input ?? null }, place)] : []
  })
  return [...(text === '' ? [] : [sayEntry('answer', uuid, text, place)]), ...uses]
}
