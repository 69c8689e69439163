// An agent's conversation as it is kept and asked for: entries in the order in which they became known, each with a number.
import { z } from 'zod'
import { ConversationEntry } from './conversation.ts'

const ENTRY_ID_MAX_CHARS = 300
const NAME_MAX_CHARS = 200
/** A tool may give back a whole file; what is kept of it is cut further. */
const TEXT_MAX_CHARS = 1024 * 1024
const ENTRIES_AT_ONCE_MAX = 500
const Sequence = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

export const HistoryEntry = ConversationEntry.extend({ seq: z.number().int() })
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const HistoryQuery = z.strictObject({
  /** The oldest after this number. */
  after: Sequence.optional(),
  /** The newest below this number; without either, the newest of all. */
  before: Sequence.optional(),
  kind: ConversationEntry.shape.kind.optional(),
  /** Words that all occur in what was said or used. */
  q: z.string().min(1).max(200).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})
export type HistoryQuery = z.infer<typeof HistoryQuery>

/** What a program elsewhere tells of its conversation. */
export const PutHistory = z.strictObject({
  entries: z
    .array(
      z.strictObject({
        ...ConversationEntry.shape,
        id: z.string().min(1).max(ENTRY_ID_MAX_CHARS),
        session: z.string().max(NAME_MAX_CHARS).default(''),
        subagent: z.string().max(NAME_MAX_CHARS).nullable().default(null),
        at: ConversationEntry.shape.at.default(null),
        text: z.string().max(TEXT_MAX_CHARS),
        tool: ConversationEntry.shape.tool.default(null),
      }),
    )
    .max(ENTRIES_AT_ONCE_MAX),
})
export type PutHistory = z.infer<typeof PutHistory>

/** `known`: those that were there already. */
export const HistoryPut = z.object({
  added: z.number().int(),
  known: z.number().int(),
  /** The number of its newest entry; null when it has none. */
  last: z.number().int().nullable(),
})
export type HistoryPut = z.infer<typeof HistoryPut>
