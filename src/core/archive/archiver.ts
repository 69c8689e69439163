// Moves events that are older than what is kept at hand into segments: first the file, then the row that tells of it, then, a few at
// a time, the rows that it stands for. A kill at any point leaves a history that is whole, and the next look goes on.
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { StoredEvent } from '../audit/audit-log.ts'
import { CHAIN_START, type Link, type Sha256 } from '../audit/link-event.ts'
import { beginChain, isBreak, verifyChain } from '../audit/verify-chain.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import type { SegmentFiles, SegmentLine, StaysInside } from './event-segment.ts'

interface ArchivePolicy {
  readonly keepDays: number
  /** In each segment. */
  readonly events: number
  /** So many of the newest stay, however old they are: those who were away for a while go on from them. */
  readonly keepNewest: number
}

export interface ArchiveDeps {
  readonly store: Store
  readonly clock: Clock
  readonly files: SegmentFiles
  readonly sha256: Sha256
  readonly policy: ArchivePolicy
  /** Lets others have their turn. */
  readonly pause: () => Promise<unknown>
}

const DAY_MS = 86_400_000
const READ_AT_ONCE = 250
/** A few milliseconds of the one connection that writes. */
const DROP_AT_ONCE = 200
/** They say how something stands now, and may be old. */
const STANDING_TYPES = ['policy.changed', 'agent.needs_person']
/** Those stay so long. So do records of the watchdog: their files are deleted once they are in, and nobody brings one back later. */
const STAYS_DAYS = 365

export interface Archiver {
  /** Archives what is old by now. */
  look(signal: AbortSignal): Promise<void>
}

export function makeArchiver(deps: ArchiveDeps): Archiver {
  /** Up to here no event is left that should be gone. A kill may have left some. */
  let clean = 0
  const drop = async (signal: AbortSignal) => {
    const { edge } = deps.store.read.archive
    const upTo = await edge()
    if (upTo > clean && (await dropArchived(deps, clean, signal))) clean = upTo
  }
  return {
    async look(signal) {
      await drop(signal)
      while (!signal.aborted) {
        const from = (await deps.store.read.archive.end()) ?? CHAIN_START
        if (!(await isDue(deps, from))) return
        await archivePiece(deps, from)
        await drop(signal)
      }
    },
  }
}

/** Whole pieces only. */
async function isDue({ store, clock, policy }: ArchiveDeps, { seq }: Link): Promise<boolean> {
  const last = seq + policy.events
  if (last > (await store.read.events.head()) - policy.keepNewest) return false
  const [row] = await store.read.audit.rows(last - 1, 1)
  const ageMs = clock.nowMs() - Date.parse(row?.at ?? '')
  return row?.seq === last && ageMs > policy.keepDays * DAY_MS
}

async function archivePiece(deps: ArchiveDeps, from: Link): Promise<void> {
  const { store, clock, files } = deps
  const { lines, end } = await readPiece(deps, from)
  const first = from.seq + 1
  const file = await files.write(first, end.seq, lines)
  const segment = { first, last: end.seq, hash: end.hash, ...file }
  await store.write(async ({ archive, events }) => {
    // Another server has led meanwhile.
    if ((await archive.edge()) !== from.seq) return
    await archive.insert({ ...segment, archivedAt: timestampFromMs(clock.nowMs()) })
    await events.append({ type: 'history.archived', actor: 'system', data: segment })
  })
}

/** What does not hold is not sealed: it stays in the database, to be found there. */
async function readPiece(
  { store, sha256, policy, pause }: ArchiveDeps,
  from: Link,
): Promise<{ lines: string[]; end: Link }> {
  const lines: string[] = []
  const last = from.seq + policy.events
  let cursor = beginChain(from)
  while (cursor.at.seq < last) {
    const { seq } = cursor.at
    const rows = await store.read.audit.rows(seq, Math.min(READ_AT_ONCE, last - seq))
    const seals = await store.read.audit.seals(seq, rows.at(-1)?.seq ?? seq)
    const found = verifyChain(cursor, { rows, seals, anchors: [] }, sha256)
    if (isBreak(found) || rows.length === 0)
      throw new Error(`events ${seq + 1} to ${last} are not archived: the history does not hold there`)
    lines.push(...rows.map(toLine))
    cursor = found
    await pause()
  }
  return { lines, end: cursor.at }
}

function toLine({ seq, type, at, actor, data, hash }: StoredEvent): string {
  const line: SegmentLine = { seq, type, at, actor, data, hash }
  return JSON.stringify(line)
}

/** Whether it came to the end. */
async function dropArchived(
  { store, clock, pause }: ArchiveDeps,
  after: number,
  signal: AbortSignal,
): Promise<boolean> {
  const since = timestampFromMs(Math.max(0, clock.nowMs() - STAYS_DAYS * DAY_MS))
  const stays: StaysInside = { types: STANDING_TYPES, since }
  let reached: number | undefined = after
  while (reached !== undefined && !signal.aborted) {
    const from: number = reached
    reached = await store.write(({ archive }) => archive.dropEvents(from, DROP_AT_ONCE, stays))
    await pause()
  }
  return reached === undefined
}
