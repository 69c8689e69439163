// The file with a line for each event, as whoever writes it needs it: its own end says how far it got.
export interface StatusEnd {
  /** Of the last event that has a whole line; undefined when none has. */
  readonly last: number | undefined
  /** What stands behind the last whole line: somebody was killed while writing. */
  readonly half: string
}

export interface StatusFile {
  readEnd(): Promise<StatusEnd>
  /** Throws when not all of it could be written. */
  append(text: string): Promise<void>
}
