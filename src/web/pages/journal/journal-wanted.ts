// What of the journal is looked at, as it stands in the address.
import type { RouteRequest } from '../../../protocol/routes.ts'
import { JOURNAL_KINDS, type JournalKind } from '../../../protocol/journal/journal-kinds.ts'

export interface JournalWanted {
  readonly day?: string | undefined
  readonly kind?: string | undefined
  readonly q?: string | undefined
}

/** What the server would refuse is left out: an address can be typed. */
export function queryOf(
  { day, kind, q }: JournalWanted,
  project: string | undefined,
): RouteRequest<'GET /api/journal'>['query'] {
  const words = q?.replaceAll('\0', '').trim().slice(0, 200)
  return {
    ...(project !== undefined && { project }),
    ...(day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && { day }),
    ...(isKind(kind) && { kind }),
    ...(words !== undefined && words !== '' && { q: words }),
  }
}

const isKind = (kind: string | undefined): kind is JournalKind =>
  (JOURNAL_KINDS as readonly (string | undefined)[]).includes(kind)
