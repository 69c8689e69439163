// The journal as the outside sees it: entries by day and project, and the files that belong to them.
import { z } from 'zod'
import { AgentName, ProjectName } from '../ids.ts'
import { JOURNAL_KINDS, WRITTEN_KINDS } from './journal-kinds.ts'
import { Timestamp } from '../timestamp.ts'

const ID_MAX_CHARS = 200

/** Chosen by the writer, so that writing again after a lost answer is harmless. */
export const JournalEntryId = z
  .string()
  .max(ID_MAX_CHARS)
  .regex(/^[\x21-\x7e]+$/, 'must be printable characters without spaces')
  .brand<'JournalEntryId'>()
export type JournalEntryId = z.infer<typeof JournalEntryId>

/** A day in UTC, as every time of cmux. */
export const JournalDay = z.iso.date('is written like 2026-01-31')

/** Where a file of a day lies: `artifacts/compaction-anna-093000.json`. */
export const JournalFile = z
  .string()
  .regex(/^(artifacts|attachments)\/[A-Za-z0-9][A-Za-z0-9._-]{0,149}$/, 'must be a file of that day')

export const JournalEntry = z.object({
  /** The number of the event that tells of it: entries are in the order of these. */
  seq: z.number().int(),
  id: JournalEntryId,
  project: ProjectName,
  day: JournalDay,
  at: Timestamp,
  kind: z.enum(JOURNAL_KINDS),
  /** `owner`, an agent's name, or `system`. */
  author: z.string(),
  /** Who wrote it, or whom it is about. */
  agent: AgentName.nullable(),
  text: z.string(),
  /** Of the whole text; a list shows only its beginning. */
  bytes: z.number().int(),
  files: z.array(JournalFile),
})
export type JournalEntry = z.infer<typeof JournalEntry>

const FILES_MAX = 10
/** The whole request has a limit of its own. */
const FILE_MAX_BASE64_CHARS = 8 * 1024 * 1024

const Attachment = z.strictObject({
  name: z.string().min(1).max(200),
  base64: z.base64().max(FILE_MAX_BASE64_CHARS),
})

export const WriteJournal = z.strictObject({
  id: JournalEntryId.optional(),
  kind: z.enum(WRITTEN_KINDS).default('note'),
  /** Default: the agent's own; for people, what belongs to no project. */
  project: ProjectName.optional(),
  text: z
    .string()
    .refine((text) => text.trim() !== '', 'must say something')
    .refine((text) => text.isWellFormed(), 'must be whole characters'),
  attachments: z.array(Attachment).max(FILES_MAX).default([]),
})
export type WriteJournal = z.infer<typeof WriteJournal>

export const JournalQuery = z.strictObject({
  project: ProjectName.optional(),
  day: JournalDay.optional(),
  kind: z.enum(JOURNAL_KINDS).optional(),
  agent: AgentName.optional(),
  /** Words that all occur in the text. */
  q: z
    .string()
    .max(200)
    .refine((words) => words.trim() !== '' && !words.includes('\0'), 'must be words')
    .optional(),
  order: z.enum(['newest', 'oldest']).default('newest'),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  /** `next` of the page before. */
  cursor: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
})
export type JournalQuery = z.infer<typeof JournalQuery>

/** A page of the journal: how much there is of it. */
export const JournalPage = z.object({ project: ProjectName, day: JournalDay, entries: z.number().int() })
export type JournalPage = z.infer<typeof JournalPage>
