// Writes into the journal, once however often it has to be tried.
import { z } from 'zod'
import { WRITTEN_KINDS } from '../../protocol/journal/journal-kinds.ts'
import { JournalEntryId } from '../../protocol/journal/journal.ts'
import { makeId } from '../make-id.ts'
import { defineTool } from '../tool.ts'

export const writeJournal = defineTool({
  name: 'write_journal',
  description:
    'Write into the journal of your project: what you found out, what you decided and why, what went wrong. Others, and you after a restart, find it with search_journal. Write before long work.',
  audience: 'everyone',
  isReading: false,
  input: z.strictObject({
    text: z.string().min(1).describe('in Markdown, if you like'),
    kind: z.enum(WRITTEN_KINDS).default('note'),
  }),
  async call(client, { text, kind }) {
    // Chosen before the first try: however often it is sent, it is one entry.
    const id = JournalEntryId.parse(makeId('jrn'))
    const entry = await client.call('POST /api/journal', { body: { id, text, kind } })
    return `kept: entry ${entry.seq} of ${entry.project}, ${entry.day}`
  },
})
