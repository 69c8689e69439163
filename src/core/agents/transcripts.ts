// Transcripts as runtimes write them: what was added since we last looked, or all of it.
export interface ReadPart {
  readonly lines: string[]
  /** In bytes: where it began, and where the next reading does. */
  readonly from: number
  readonly next: number
}

export interface Transcripts {
  /**
   * Whole lines only, from where the last reading ended, or the first time from `kept`. None when the path does not lie in the
   * program's own folder: whoever calls a hook could name any file.
   */
  readNew(path: string, folder: string, kept: number): Promise<ReadPart>
  /** What was read from there on is read again: it could not be kept. */
  rewind(path: string, from: number): void
  /** This one and those of its subagents, as far as they are there. */
  listParts(path: string, folder: string): Promise<string[]>
  /** All whole lines, a piece at a time. */
  readAll(path: string, folder: string): AsyncIterable<string[]>
  /** Whether its newest part has this text; null when it can't be read. */
  holds(path: string, folder: string, text: string): Promise<boolean | null>
}
