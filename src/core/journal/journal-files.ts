// The journal's folder as core sees it: pages that are added to or made anew, and files that belong to a day.
import type { ProjectName } from '../../protocol/ids.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { PageName } from './journal-table.ts'

export interface NewFile {
  /** Null: what belongs to no project. */
  readonly project: ProjectName | null
  /** Its day is the folder. */
  readonly at: Timestamp
  /** Letters, digits, dots, dashes. */
  readonly name: string
  readonly content: string | Uint8Array
}

export interface JournalFiles {
  /** Whole or not at all, replacing one of the same name; the path that it has. */
  putArtifact(file: NewFile): Promise<string>
  putAttachment(file: NewFile): Promise<string>
}

export interface JournalPageFiles {
  /** Undefined when there is none. */
  size(page: PageName): Promise<number | undefined>
  /** At its end, on disk when it resolves; how many bytes it wrote. */
  append(page: PageName, text: string): Promise<number>
  /** As a whole: readers see the old one or the new. The size it has then. */
  replace(page: PageName, parts: AsyncIterable<string>): Promise<number>
  /** Pages that were there before the journal was kept: they stay beside it, under another name. */
  setAside(): Promise<void>
}
