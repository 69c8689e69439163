// What our plug-in in OpenCode tells of the conversation; OpenCode keeps no transcript that could be followed.
import { z } from 'zod'
import type { ConversationEntry } from '../../../protocol/messages/conversation.ts'
import { resultEntry, sayEntry, toolEntry } from '../say-entry.ts'

const Told = z.object({ sessionID: z.string(), child: z.boolean().default(false) })
const Prompt = Told.extend({ messageID: z.string(), prompt: z.string() })
const Part = Told.extend({ part: z.object({ id: z.string(), text: z.string() }) })
const Tool = Told.extend({ callID: z.string(), tool: z.string(), input: z.unknown().optional() })
const Ended = Tool.extend({ output: z.string().default('') })
const Compacted = Told.extend({ messageID: z.string() })

type Place = Parameters<typeof sayEntry>[3]
type Row = (payload: unknown) => ConversationEntry[]

const ROWS: Readonly<Record<string, Row>> = {
  'chat.message': row(Prompt, ({ messageID, prompt }, place) => sayEntry('prompt', messageID, prompt, place)),
  'message.part.updated': row(Part, ({ part }, place) => sayEntry('answer', part.id, part.text, place)),
  'tool.execute.before': row(Tool, ({ callID: id, tool: name, input }, place) =>
    toolEntry({ id, name, input: input ?? null }, place),
  ),
  'tool.execute.after': row(Ended, ({ callID: id, tool: name, output }, place) =>
    resultEntry({ id, name, failed: false }, output, place),
  ),
  'session.compacted': row(Compacted, ({ messageID }, place) =>
    sayEntry('mark', messageID, 'compact', place),
  ),
}

/** A child session is a subagent's. */
function row<Schema extends z.ZodType<z.infer<typeof Told>>>(
  schema: Schema,
  tell: (payload: z.infer<Schema>, place: Place) => ConversationEntry,
): Row {
  return (payload) => {
    const parsed = schema.safeParse(payload)
    if (!parsed.success) return []
    const { sessionID, child } = parsed.data
    return [tell(parsed.data, { session: sessionID, subagent: child ? sessionID : null })]
  }
}

export function readOpencodeConversation(event: string, payload: unknown): ConversationEntry[] {
  return Object.hasOwn(ROWS, event) ? (ROWS[event]?.(payload) ?? []) : []
}
