// An entry of the journal with its event, inside of a transaction: kept with what it tells, or not at all. Once per id.
import { toOneLine } from '../../lib/quote-lines.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { ProjectName, type AgentName } from '../../protocol/ids.ts'
import { NO_PROJECT, type JournalKind } from '../../protocol/journal/journal-kinds.ts'
import type { JournalEntry, JournalEntryId } from '../../protocol/journal/journal.ts'
import { dayOf, timestampFromMs, type Timestamp } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import type { StoreWriter } from '../store.ts'

const ENTRY_MAX_BYTES = 1024 * 1024
const TITLE_MAX_CHARS = 200

export interface EntryDraft {
  readonly id: JournalEntryId
  readonly kind: JournalKind
  readonly project: ProjectName | null
  /** `owner`, an agent's name, or `system`. */
  readonly author: string
  readonly actor: string
  readonly agent: AgentName | null
  readonly text: string
  /** As `artifacts/NAME` or `attachments/NAME`. */
  readonly files?: readonly string[]
  /** When it happened, if that was before now. */
  readonly at?: Timestamp
}

export interface WrittenEntry {
  readonly entry: JournalEntry
  readonly isNew: boolean
}

export async function writeEntry(
  { clock }: { readonly clock: Clock },
  writer: StoreWriter,
  draft: EntryDraft,
): Promise<WrittenEntry> {
  const text = writer.mask.text(draft.text)
  const bytes = new TextEncoder().encode(text).length
  if (bytes > ENTRY_MAX_BYTES)
    throw new CmuxError(
      'BODY_TOO_LARGE',
      `an entry may have ${ENTRY_MAX_BYTES} bytes; this one has ${bytes}`,
      {
        hint: 'attach it as a file, and say in the text what it is',
      },
    )
  const known = await writer.journal.byId(draft.id)
  if (known) return { entry: requireSame(known, { ...draft, text }), isNew: false }
  const { id, kind, author, actor, agent, files = [], at = timestampFromMs(clock.nowMs()) } = draft
  const project = draft.project ?? ProjectName.parse(NO_PROJECT)
  const day = dayOf(at)
  const title = toOneLine(text.slice(0, 2 * TITLE_MAX_CHARS))
    .trim()
    .slice(0, TITLE_MAX_CHARS)
    .toWellFormed()
  const data = { id, project, day, kind, agent, title }
  const { seq } = await writer.events.append({ type: 'journal.written', actor, data })
  const entry = { seq, id, project, day, at, kind, author, agent, text, bytes, files: [...files] }
  await writer.journal.insert(entry)
  return { entry, isNew: true }
}

/** An id that means two things would lose one of them. */
function requireSame(known: JournalEntry, { id, author, text }: EntryDraft): JournalEntry {
  if (known.author === author && known.text === text) return known
  throw new CmuxError('CONFLICT', `the id ${id} was used for another entry`, {
    hint: 'give each entry an id of its own, or none',
  })
}
