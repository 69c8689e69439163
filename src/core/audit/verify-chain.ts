// Follows the chain through pages of the history and names the first number at which it does not hold.
import type { StoredEvent } from './audit-log.ts'
import { CHAIN_START, linkEvent, type Link, type Sha256 } from './link-event.ts'

/** Where following has come to. */
export interface ChainCursor {
  readonly at: Link
  /** The last number whose hash was compared with one that is kept. */
  readonly checked: number
  /** The last number whose hash was compared with an anchor. */
  readonly anchored: number
  /** How many events carry no hash of their own. */
  readonly loose: number
}

/** The events that come next, with the seals and the anchors of their numbers. */
export interface ChainPage {
  readonly rows: readonly StoredEvent[]
  readonly seals: readonly Link[]
  readonly anchors: readonly Link[]
}

/**
 * What is wrong, and where: among the numbers `first` to `last`.
 * `missing`: there is no such event. `changed`: it is not what was written. `unsealed`: written past cmux, without a hash.
 * `rewritten`: it fits the chain, but not the anchor. `cut`: an anchor tells of events that are gone from the end.
 */
export interface ChainBreak {
  readonly kind: 'missing' | 'changed' | 'unsealed' | 'rewritten' | 'cut'
  readonly first: number
  readonly last: number
}

export function beginChain(at: Link = CHAIN_START): ChainCursor {
  return { at, checked: at.seq, anchored: at.seq, loose: 0 }
}

export function verifyChain(begin: ChainCursor, page: ChainPage, sha256: Sha256): ChainCursor | ChainBreak {
  const seals = new Map(page.seals.map(({ seq, hash }) => [seq, hash]))
  const anchors = Map.groupBy(page.anchors, ({ seq }) => seq)
  let cursor = begin
  for (const row of page.rows) {
    const found = step(cursor, row, { seal: seals.get(row.seq), sha256 })
    if (isBreak(found)) return found
    const held = anchors.get(row.seq)
    if (held?.some(({ hash }) => hash !== found.at.hash))
      return { kind: 'rewritten', first: cursor.anchored + 1, last: row.seq }
    cursor = held ? { ...found, anchored: row.seq } : found
  }
  return cursor
}

/** At the end of the history: nothing may be left without a hash, and no anchor may tell of more. */
export function endChain({ at, checked }: ChainCursor, anchors: readonly Link[]): ChainBreak | undefined {
  const told = Math.max(0, ...anchors.map(({ seq }) => seq))
  if (told > at.seq) return { kind: 'cut', first: at.seq + 1, last: told }
  if (checked < at.seq) return { kind: 'unsealed', first: checked + 1, last: at.seq }
  return undefined
}

export function isBreak(found: ChainCursor | ChainBreak): found is ChainBreak {
  return 'kind' in found
}

interface Held {
  readonly seal: string | undefined
  readonly sha256: Sha256
}

function step(cursor: ChainCursor, row: StoredEvent, { seal, sha256 }: Held): ChainCursor | ChainBreak {
  const { at, checked } = cursor
  const next = at.seq + 1
  // A number below the next one stands where none can be: before the first event.
  if (row.seq < next) return { kind: 'unsealed', first: row.seq, last: row.seq }
  if (row.seq > next) return { kind: 'missing', first: next, last: row.seq - 1 }
  // cmux seals what has no hash before it goes on after it.
  if (row.hash !== null && checked < at.seq) return { kind: 'unsealed', first: checked + 1, last: at.seq }
  const hash = linkEvent(at.hash, row, sha256)
  const kept = row.hash ?? seal
  if (kept !== undefined && kept !== hash) return { kind: 'changed', first: checked + 1, last: next }
  return {
    ...cursor,
    at: { seq: next, hash },
    checked: kept === undefined ? checked : next,
    loose: cursor.loose + (row.hash === null ? 1 : 0),
  }
}
