// The history with its hashes as an auditor reads it, whether it is in the database or in segments.
import type { Kysely } from 'kysely'
import type { SegmentFiles } from '../../../core/archive/event-segment.ts'
import type { AuditFilter, AuditLogReader, StoredEvent } from '../../../core/audit/audit-log.ts'
import { fitsFilter } from '../../../core/archive/fits-filter.ts'
import type { Schema } from '../schema.ts'
import { makeArchiveTableReader } from './archive-table.ts'
import { makeAuditLogReader } from './audit-log.ts'

export function makeArchivedAuditLog(
  db: Kysely<Schema>,
  files: Pick<SegmentFiles, 'read'> | undefined,
): AuditLogReader {
  const inside = makeAuditLogReader(db)
  if (!files) return inside
  const archive = makeArchiveTableReader(db)

  /** From the first segment that has any. What can't be read is left out: the chain tells of it. */
  const archivedRows = async (after: number, limit: number): Promise<StoredEvent[]> => {
    for (let from = after; ;) {
      const segment = await archive.segmentAfter(from)
      if (!segment) return []
      const lines = await files.read(segment)
      const skipped = Math.max(0, from + 1 - segment.first)
      const rows = lines?.slice(skipped, skipped + limit).map(parseLine) ?? []
      // What is still in the database, or again, is what others read: it is what has to hold.
      if (rows.length > 0) return await overlay(db, rows)
      from = segment.last
    }
  }

  return {
    ...inside,
    async rows(after, limit) {
      // What was slipped in before the first event is to be seen.
      if (after < 0) {
        const [row] = await inside.rows(after, 1)
        if (row && row.seq < 1) return [row]
      }
      const edge = await archive.edge()
      const archived = after < edge ? await archivedRows(Math.max(0, after), limit) : []
      return archived.length > 0 ? archived : inside.rows(Math.max(after, edge), limit)
    },
    async linkAt(seq) {
      const edge = await archive.edge()
      const [row] = seq > 0 && seq <= edge ? await archivedRows(seq - 1, 1) : []
      return row?.seq === seq && row.hash !== null ? { seq, hash: row.hash } : inside.linkAt(seq)
    },
    async find(filter, span) {
      const edge = await archive.edge()
      const findInside = () => inside.find(filter, { ...span, after: Math.max(span.after, edge) })
      const upTo = Math.min(span.upTo, edge)
      const findOld = () => findArchived(archivedRows, filter, { after: span.after, upTo })
      if (upTo <= span.after) return findInside()
      const first = span.order === 'desc' ? await findInside() : await findOld()
      if (first.length >= span.limit) return first.slice(0, span.limit)
      const second = span.order === 'desc' ? (await findOld()).toReversed() : await findInside()
      return [...first, ...second].slice(0, span.limit)
    },
  }
}

const ROWS_AT_ONCE = 500

/** The caller keeps the span short. */
async function findArchived(
  rowsAfter: (after: number, limit: number) => Promise<StoredEvent[]>,
  filter: AuditFilter,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<StoredEvent[]> {
  const found: StoredEvent[] = []
  for (let from = Math.max(0, after); from < upTo;) {
    const rows = await rowsAfter(from, Math.min(ROWS_AT_ONCE, upTo - from))
    const last = rows.at(-1)
    if (!last) break
    found.push(...rows.filter((row) => row.seq <= upTo && fitsFilter(row, filter)))
    from = Math.max(from + 1, last.seq)
  }
  return found
}

async function overlay(db: Kysely<Schema>, rows: readonly StoredEvent[]): Promise<StoredEvent[]> {
  const inside = await db
    .selectFrom('events')
    .select(['seq', 'type', 'at', 'actor', 'data', 'hash'])
    .where('seq', '>=', rows[0]?.seq ?? 0)
    .where('seq', '<=', rows.at(-1)?.seq ?? 0)
    .execute()
  if (inside.length === 0) return [...rows]
  const bySeq = new Map(inside.map((row) => [row.seq, row]))
  return rows.map((row) => bySeq.get(row.seq) ?? row)
}

/** What is no line of ours is an event that fits nowhere. */
function parseLine(line: string): StoredEvent {
  try {
    return JSON.parse(line) as StoredEvent
  } catch {
    return { seq: 0, type: '', at: '', actor: '', data: line, hash: null }
  }
}
