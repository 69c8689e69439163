// What hooks of Claude Code, Codex and the demo agent tell of the conversation, under the ids that their transcripts have. A
// transcript says more; a hook is sooner, and is heard also where the transcript can't be read.
import { z } from 'zod'
import type { ConversationEntry } from '../../protocol/messages/conversation.ts'
import { resultEntry, sayEntry, toolEntry } from './say-entry.ts'
import { textOfParts } from './text-of-parts.ts'

const Hook = z.object({ session_id: z.string().default(''), agent_id: z.string().nullish() })
const Prompt = Hook.extend({ prompt_id: z.string(), prompt: z.string() })
const Tool = Hook.extend({
  tool_use_id: z.string(),
  tool_name: z.string(),
  tool_input: z.unknown().optional(),
})
const Ended = Tool.extend({ tool_response: z.unknown().optional(), error: z.string().nullish() })
const Session = Hook.extend({ source: z.string() })

type Row = (payload: unknown) => ConversationEntry[]

const ROWS: Readonly<Record<string, Row>> = {
  UserPromptSubmit: row(Prompt, ({ prompt_id, prompt }, place) =>
    sayEntry('prompt', prompt_id, prompt, place),
  ),
  PreToolUse: row(Tool, ({ tool_use_id: id, tool_name: name, tool_input: input }, place) =>
    toolEntry({ id, name, input: input ?? null }, place),
  ),
  PostToolUse: row(Ended, tellEnd),
  PostToolUseFailure: row(Ended, tellEnd),
  // A new conversation has an id of its own, so this is told once of each.
  SessionStart: row(Session, ({ source, session_id }, place) =>
    source === 'clear' ? sayEntry('mark', session_id, 'clear', place) : null,
  ),
}

type Place = Parameters<typeof sayEntry>[3]

function row<Schema extends z.ZodType<z.infer<typeof Hook>>>(
  schema: Schema,
  tell: (payload: z.infer<Schema>, place: Place) => ConversationEntry | null,
): Row {
  return (payload) => {
    const parsed = schema.safeParse(payload)
    if (!parsed.success) return []
    const { session_id, agent_id } = parsed.data
    const entry = tell(parsed.data, { session: session_id, subagent: agent_id })
    return entry ? [entry] : []
  }
}

function tellEnd({ tool_use_id: id, tool_name: name, ...end }: z.infer<typeof Ended>, place: Place) {
  const failure = end.error ?? null
  const output = failure ?? outputOf(end.tool_response)
  return resultEntry({ id, name, failed: failure !== null }, output, place)
}

const Streams = z.object({ stdout: z.string(), stderr: z.string().default('') })

function outputOf(response: unknown): string {
  const streams = Streams.safeParse(response)
  if (!streams.success) return textOfParts(response)
  return [streams.data.stdout, streams.data.stderr].filter((text) => text !== '').join('\n')
}

export function readToolHookConversation(event: string, payload: unknown): ConversationEntry[] {
  return Object.hasOwn(ROWS, event) ? (ROWS[event]?.(payload) ?? []) : []
}
