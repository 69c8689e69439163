// Transcripts as runtimes write them: what was added since we last looked, or all of it.
export interface Transcripts {
  /** Whole lines only. None when the path does not lie in the program's own folder: whoever calls a hook could name any file. */
  readNew(path: string, folder: string): Promise<string[]>
  /** What was read is read again: it could not be kept. */
  rewind(path: string): void
  /** This one and those of its subagents, as far as they are there. */
  listParts(path: string, folder: string): Promise<string[]>
  /** All whole lines, a piece at a time. */
  readAll(path: string, folder: string): AsyncIterable<string[]>
  /** Whether its newest part has this text; null when it can't be read. */
  holds(path: string, folder: string, text: string): Promise<boolean | null>
}
