// The history as an auditor reads it: as it is written, with its hashes.
import type { Link, WrittenEvent } from './link-event.ts'

export interface StoredEvent extends WrittenEvent {
  /** Null for what a release wrote that knew of no hashes; a seal stands for it. */
  readonly hash: string | null
}

/** What is looked for among the numbers after `after` and up to `upTo`; all that is said must fit. */
export interface AuditFilter {
  /** It did it, or it is about it. */
  readonly agent?: string | undefined
  readonly actor?: string | undefined
  /** Exact types, or `agent.*`. */
  readonly types?: readonly string[] | undefined
  /** Times, as they are written: from the first on, and before the second. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

interface AuditSpan {
  readonly after: number
  readonly upTo: number
  readonly order: 'asc' | 'desc'
  readonly limit: number
}

export interface AuditLogReader {
  /** In order of the numbers, at most `limit`, whatever the numbers are. */
  rows(after: number, limit: number): Promise<StoredEvent[]>
  /** Seals after a number, up to another one, in order. */
  seals(after: number, upTo: number): Promise<Link[]>
  /** The newest event with its hash; undefined when there is none, or a release without hashes wrote it. */
  newest(): Promise<Link | undefined>
  /** The hash that is kept for a number: its own, or a seal. */
  linkAt(seq: number): Promise<Link | undefined>
  /** What fits within a span; the cost grows with the span, so it is the caller who keeps it short. */
  find(filter: AuditFilter, span: AuditSpan): Promise<StoredEvent[]>
}
