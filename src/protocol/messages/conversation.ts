// What an agent's conversation consists of, whichever program keeps it: what it was asked, what it answered, what it did.
import { z } from 'zod'
import { Timestamp } from '../timestamp.ts'

export const ConversationEntry = z.object({
  /** The program's own id for it: the same however often it is read. */
  id: z.string(),
  kind: z.enum(['prompt', 'answer', 'tool', 'result', 'message', 'mark']),
  session: z.string(),
  /** Null for the agent itself; else the id of its subagent. */
  subagent: z.string().nullable(),
  at: Timestamp.nullable(),
  /** What was said; for a mark: `compact`, `clear` or `resume`. */
  text: z.string(),
  /** What was used, for `tool` and `result`; the two have the same id. */
  tool: z.object({ id: z.string(), name: z.string(), input: z.unknown(), failed: z.boolean() }).nullable(),
})
export type ConversationEntry = z.infer<typeof ConversationEntry>
