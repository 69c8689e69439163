// What one look finds may be on its way: only what the next one finds again is told. Pure.
import type { Discrepancy } from '../../protocol/alerts/discrepancy.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import { DISCREPANCY_ROWS, type findDiscrepancies } from './find-discrepancies.ts'

export interface Confirmed {
  /** Found at this look and at the one before. */
  readonly items: readonly Discrepancy[]
  /** Of these, those that were not told before. */
  readonly fresh: readonly Discrepancy[]
  /** All that this look found, for the next one. */
  readonly seen: ReadonlyMap<string, Timestamp>
}

export function confirmFindings(
  found: ReturnType<typeof findDiscrepancies>,
  before: Pick<Confirmed, 'items' | 'seen'>,
  at: Timestamp,
): Confirmed {
  const told = new Set(before.items.map(({ id }) => id))
  const all = found.map(({ kind, subject, says, command }): Discrepancy => {
    const id = `${kind}:${subject}`
    const { fixable } = DISCREPANCY_ROWS[kind]
    return { id, kind, says, command, fixable, since: before.seen.get(id) ?? at }
  })
  const items = all.filter(({ id }) => before.seen.has(id))
  return {
    items,
    fresh: items.filter(({ id }) => !told.has(id)),
    seen: new Map(all.map(({ id, since }) => [id, since])),
  }
}
