// Log files as the watcher sees them: what is there at one moment, held open, so that a rename in between changes nothing.

export interface LogFile {
  readonly path: string
  /** Device and inode. It may be given to another file once this one is deleted. */
  readonly id: string
  /** When it was opened; what is added later is for the next look. */
  readonly size: number
  /** Up to so many bytes, each as one character; less where the file ends. One at a time. */
  read(offset: number, bytes: number): Promise<string>
}

interface LogFolder extends AsyncDisposable {
  readonly files: readonly LogFile[]
}

export interface LogFiles {
  /** Every file that a source names, and those that a rotation made of them, each once. */
  open(source: LogSource): Promise<LogFolder>
}

/** Whose logs these are, and which. */
export interface LogSource {
  /** Short, and always the same. */
  readonly key: string
  /** Null: of cmux itself, or of the machine. */
  readonly project: string | null
  /** The folder that the globs begin at. */
  readonly folder: string
  /** Nothing outside of the folder is read, wherever links lead: the globs are not a person's. */
  readonly isConfined: boolean
  /** With `*`, `**`, `?`, `{a,b}`. */
  readonly globs: readonly string[]
  /** What to look for, as plain text. */
  readonly patterns: readonly string[]
  /** A line with one of these is passed over. */
  readonly ignore: readonly string[]
}
