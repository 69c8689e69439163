// Transcripts as runtimes write them: what was added since we last looked.
export interface Transcripts {
  /** Whole lines only. None when the path does not lie in the program's own folder: whoever calls a hook could name any file. */
  readNew(path: string, folder: string): Promise<string[]>
  /** Whether its newest part has this text; null when it can't be read. */
  holds(path: string, folder: string, text: string): Promise<boolean | null>
}
