// Where the journal is kept. Pages on disk are readings of it: how far they were written stands here, too.
import type { ProjectName } from '../../protocol/ids.ts'
import type {
  JournalEntry,
  JournalEntryId,
  JournalPage,
  JournalQuery,
} from '../../protocol/journal/journal.ts'

/** One page: a day of a project. */
export type PageName = Pick<JournalPage, 'project' | 'day'>

/** How large the page was when it was last written: another size means that something else happened to it. */
export interface WrittenPage extends PageName {
  readonly bytes: number
}

/** Who reads on from where: the writer of pages in the journal, the journal in the history. */
type JournalCursor = 'pages' | 'history'

export interface JournalTableReader {
  bySeq(seq: number): Promise<JournalEntry | undefined>
  byId(id: JournalEntryId): Promise<JournalEntry | undefined>
  /** Texts are cut to their beginning. */
  list(query: JournalQuery): Promise<JournalEntry[]>
  /** Newest day first. */
  pages(project: ProjectName | undefined, limit: number): Promise<JournalPage[]>
  /** Whole entries after a number, in order; of one page or of all, as many as fit in `bytes`, at least one. */
  after(seq: number, bytes: number, page?: PageName): Promise<JournalEntry[]>
  writtenPages(): Promise<WrittenPage[]>
  writtenPage(page: PageName): Promise<WrittenPage | undefined>
  cursor(name: JournalCursor): Promise<number | undefined>
}

export interface JournalTableWriter extends JournalTableReader {
  insert(entry: JournalEntry): Promise<void>
  putWrittenPage(page: WrittenPage): Promise<void>
  setCursor(name: JournalCursor, seq: number): Promise<void>
}
