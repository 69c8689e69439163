// The rows of the route table that are about the journal.
import { z } from 'zod'
import { ProjectName } from '../ids.ts'
import { JournalDay, JournalEntry, JournalPage, JournalQuery, WriteJournal } from './journal.ts'
import { pageOf } from '../page.ts'

const READERS = ['owner', 'human', 'observer', 'agent'] as const
const WRITERS = ['owner', 'human', 'agent'] as const

/** A text of 1 MiB may be six times as long in JSON, and files come with it. */
const ENTRY_MAX_BYTES = 16 * 1024 * 1024

export const JOURNAL_ROUTES = {
  'GET /api/journal': {
    summary:
      'Entries of the journal by project, day (UTC), kind, agent and words, newest first; texts are cut to their beginning. An agent reads its own project’s',
    access: READERS,
    query: JournalQuery,
    answer: pageOf(JournalEntry),
  },
  'POST /api/journal': {
    summary:
      'Writes an entry; the same id again gets the first answer. An agent writes into its own project’s journal',
    access: WRITERS,
    body: WriteJournal,
    bodyMaxBytes: ENTRY_MAX_BYTES,
    answer: JournalEntry,
    status: 201,
  },
  'GET /api/journal/pages': {
    summary: 'Which days of which projects have entries, newest day first',
    access: READERS,
    query: z.strictObject({
      project: ProjectName.optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(100),
    }),
    answer: pageOf(JournalPage),
  },
  'GET /api/journal/:seq': {
    summary: 'One entry whole',
    access: READERS,
    params: z.strictObject({ seq: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    answer: JournalEntry,
  },
  'GET /api/journal/:project/:day/files/:folder/:name': {
    summary: 'An artifact or an attachment of a day',
    access: READERS,
    params: z.strictObject({
      project: ProjectName,
      day: JournalDay,
      folder: z.enum(['artifacts', 'attachments']),
      name: z.string().min(1).max(200),
    }),
    answer: z.unknown(),
    speaks: 'file',
  },
} as const
