// How far the logs of each source were read, as it is kept.
import type { LogPosition } from './log-position.ts'

export interface WatchRecord {
  readonly source: string
  /** What was asked for at the last look. */
  readonly globs: readonly string[]
  readonly positions: readonly LogPosition[]
}

export interface WatchTableReader {
  bySource(source: string): Promise<WatchRecord | undefined>
  sources(): Promise<string[]>
}

export interface WatchTableWriter extends WatchTableReader {
  put(record: WatchRecord): Promise<void>
  remove(source: string): Promise<void>
}
