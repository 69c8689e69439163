// A piece of the history that is kept in a compressed file of its own, and no longer in the database.
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { Link, WrittenEvent } from '../audit/link-event.ts'

export interface EventSegment {
  readonly first: number
  readonly last: number
  /** Over the whole history up to its last event: the chain goes on from here. */
  readonly hash: string
  /** Of the file. */
  readonly sha256: string
  readonly bytes: number
  readonly archivedAt: Timestamp
}

/** An event as a segment has it: a line of JSON. */
export interface SegmentLine extends WrittenEvent {
  readonly hash: string | null
}

export interface ArchiveTableReader {
  /** Up to here events are archived; 0 when none is. */
  edge(): Promise<number>
  /** The first segment that ends after a number. */
  segmentAfter(seq: number): Promise<EventSegment | undefined>
  /** Where the archived history ends, with the hash over it; undefined when nothing is archived. */
  end(): Promise<Link | undefined>
}

/** What is archived, and stays in the database all the same, if it is not older than `since`. */
export interface StaysInside {
  /** Events of these types say how something stands; and what came from outside under a key is known again by it. */
  readonly types: readonly string[]
  readonly since: Timestamp
}

export interface ArchiveTableWriter extends ArchiveTableReader {
  insert(segment: EventSegment): Promise<void>
  /** Deletes events after a number that are archived, at most `limit`. Where it came to; undefined at the end. */
  dropEvents(after: number, limit: number, stays: StaysInside): Promise<number | undefined>
}

/** Where segments are kept. */
export interface SegmentFiles {
  /** On disk, under a name that says what is in it, when it resolves. */
  write(first: number, last: number, lines: readonly string[]): Promise<{ sha256: string; bytes: number }>
  /** Its lines in order; undefined when it is not there, or is not what was written. */
  read(segment: EventSegment): Promise<readonly string[] | undefined>
}
