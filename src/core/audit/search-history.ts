// Looks through the history for what fits a filter, a short span of numbers at a time, so that nobody waits for it.
import type { AuditFilter, AuditLogReader, StoredEvent } from './audit-log.ts'

const SPAN = 500
/** A page that finds little ends here, and says where it got to. */
const PAGE_SPANS = 1000

export interface SearchDeps {
  readonly log: () => AuditLogReader
  /** The newest number there is. */
  readonly head: number
  /** Lets others have their turn. */
  readonly pause: () => Promise<unknown>
}

export interface SearchRange {
  readonly after: number
  /** With it, the newest below it come first; without, the oldest after `after`. */
  readonly before?: number | undefined
}

interface Found {
  readonly rows: readonly StoredEvent[]
  /** From here the search goes on: the next `after`, or the next `before`. */
  readonly reached: number
}

/** Everything that fits, in pieces; a piece may be empty. */
export async function* searchHistory(
  { log, head, pause }: SearchDeps,
  filter: AuditFilter,
  { after, before }: SearchRange,
): AsyncGenerator<Found> {
  const end = Math.min(head, (before ?? Infinity) - 1)
  const isBackwards = before !== undefined
  for (let done = 0; done < end - after; done += SPAN) {
    const low = isBackwards ? Math.max(after, end - done - SPAN) : after + done
    const high = isBackwards ? end - done : Math.min(end, low + SPAN)
    const order = isBackwards ? 'desc' : 'asc'
    const rows = await log().find(filter, { after: low, upTo: high, order, limit: SPAN })
    yield { rows, reached: isBackwards ? low + 1 : high }
    await pause()
  }
}

export interface SearchPage {
  /** In order of their numbers. */
  readonly rows: readonly StoredEvent[]
  readonly next: string | null
}

export async function searchPage(
  deps: SearchDeps,
  filter: AuditFilter,
  { limit, ...range }: SearchRange & { readonly limit: number },
): Promise<SearchPage> {
  const rows: StoredEvent[] = []
  const isBackwards = range.before !== undefined
  const inOrder = (taken: readonly StoredEvent[]) => (isBackwards ? taken.toReversed() : taken)
  let spans = 0
  for await (const found of searchHistory(deps, filter, range)) {
    rows.push(...found.rows)
    spans += 1
    const taken = rows.slice(0, limit)
    if (rows.length > limit) return { rows: inOrder(taken), next: String(taken.at(-1)?.seq) }
    const isAtEnd = isBackwards ? found.reached <= range.after + 1 : found.reached >= deps.head
    if (spans >= PAGE_SPANS && !isAtEnd) return { rows: inOrder(taken), next: String(found.reached) }
  }
  return { rows: inOrder(rows), next: null }
}
