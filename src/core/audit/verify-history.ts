// Follows the chain through the whole history, a page at a time and for a limited time, and says how far it came.
import type { AuditVerification } from '../../protocol/audit.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Clock } from '../clock.ts'
import type { AuditLogReader } from './audit-log.ts'
import { CHAIN_START, type Link, type Sha256 } from './link-event.ts'
import {
  beginChain,
  endChain,
  isBreak,
  verifyChain,
  type ChainBreak,
  type ChainCursor,
} from './verify-chain.ts'

const PAGE = 500

export interface VerifyDeps {
  readonly log: () => AuditLogReader
  readonly anchors: readonly Link[]
  readonly sha256: Sha256
  readonly clock: Clock
  /** Lets others have their turn. */
  readonly pause: () => Promise<unknown>
}

export interface VerifyRange {
  /** Begins behind this number, and believes the hash that is kept for it. */
  readonly after: number
  readonly limitMs: number
}

export async function verifyHistory(deps: VerifyDeps, range: VerifyRange): Promise<AuditVerification> {
  const { clock, anchors } = deps
  const endMs = clock.monotonicMs() + range.limitMs
  let cursor = beginChain(await findStart(deps.log(), range.after))
  for (;;) {
    const found = await verifyNext(deps, cursor)
    if (found === undefined) return describe(deps, cursor, endChain(cursor, anchors), true)
    if (isBreak(found)) return describe(deps, cursor, found, false)
    cursor = found
    if (clock.monotonicMs() >= endMs) return describe(deps, cursor, undefined, false)
    await deps.pause()
  }
}

async function findStart(log: AuditLogReader, after: number): Promise<Link> {
  if (after === 0) return CHAIN_START
  const link = await log.linkAt(after)
  if (link) return link
  throw new CmuxError('BAD_REQUEST', `no hash is kept for event ${after}`, { hint: 'begin with after=0' })
}

/** Undefined at the end of the history. */
async function verifyNext(
  { log, anchors, sha256 }: VerifyDeps,
  cursor: ChainCursor,
): Promise<ChainCursor | ChainBreak | undefined> {
  const { seq } = cursor.at
  // Numbers begin at 1; one that was slipped in below is to be seen.
  const rows = await log().rows(seq === 0 ? Number.MIN_SAFE_INTEGER : seq, PAGE)
  const last = rows.at(-1)
  if (!last) return undefined
  const isHere = (link: Link) => link.seq > seq && link.seq <= last.seq
  const page = { rows, seals: await log().seals(seq, last.seq), anchors: anchors.filter(isHere) }
  return verifyChain(cursor, page, sha256)
}

async function describe(
  { log, anchors }: VerifyDeps,
  { at, checked, loose }: ChainCursor,
  broken: ChainBreak | undefined,
  isEnd: boolean,
): Promise<AuditVerification> {
  const [last] = isEnd ? [] : await log().find({}, { ...EVERYTHING, limit: 1 })
  return {
    checkedTo: checked,
    head: last?.seq ?? at.seq,
    hash: isEnd && !broken ? at.hash : null,
    complete: isEnd,
    broken: broken ?? null,
    loose,
    anchors: anchors.length,
  }
}

const EVERYTHING = { after: 0, upTo: Number.MAX_SAFE_INTEGER, order: 'desc' } as const
