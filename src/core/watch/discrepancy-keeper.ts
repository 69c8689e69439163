// Looks for discrepancies, tells of those that stay, and mends what can be mended without loss.
import type { Discrepancies, Discrepancy, FixedDiscrepancies } from '../../protocol/alerts/discrepancy.ts'
import { timestampFromMs, type Timestamp } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import { confirmFindings, type Confirmed } from './confirm-findings.ts'
import { findDiscrepancies, type DiscrepancyKind } from './find-discrepancies.ts'
import type { HouseSight } from './house-sight.ts'

/** By the kind: mends what is about this subject, and says what was done. */
export type Menders = Readonly<Partial<Record<DiscrepancyKind, (subject: string) => Promise<string>>>>

export interface DiscrepancyDeps {
  readonly clock: Clock
  readonly observe: () => Promise<HouseSight>
  readonly menders: Menders
  /** People hear of them. */
  readonly alert: (fresh: readonly Discrepancy[]) => Promise<void>
}

export interface DiscrepancyKeeper {
  /** Says whether something was found that the next look has to confirm. */
  look(): Promise<{ readonly isOpen: boolean }>
  list(): Discrepancies
  /** Those of the list that can be mended; all, or those that are named. */
  fix(ids?: readonly string[]): Promise<FixedDiscrepancies>
}

export function makeDiscrepancyKeeper({
  clock,
  observe,
  menders,
  alert,
}: DiscrepancyDeps): DiscrepancyKeeper {
  let state: Pick<Confirmed, 'items' | 'seen'> = { items: [], seen: new Map() }
  let lookedAt: Timestamp | null = null
  return {
    async look() {
      const found = findDiscrepancies(await observe())
      const at = timestampFromMs(clock.nowMs())
      const { fresh, ...now } = confirmFindings(found, state, at)
      // Told first: what could not be told is told by the next look.
      if (fresh.length > 0) await alert(fresh)
      state = now
      lookedAt = at
      return { isOpen: now.seen.size > now.items.length }
    },
    list: () => ({ items: [...state.items], next: null, lookedAt }),
    async fix(ids) {
      const wanted = state.items.filter(({ id, fixable }) => fixable && (ids?.includes(id) ?? true))
      const items: FixedDiscrepancies['items'] = []
      for (const one of wanted) items.push(await mendOne(menders, one))
      const mended = new Set(items.filter((item) => item.mended).map(({ id }) => id))
      state = { ...state, items: state.items.filter(({ id }) => !mended.has(id)) }
      return { items, next: null }
    },
  }
}

/** One that can't be mended does not keep the others. */
async function mendOne(
  menders: Menders,
  { id, kind }: Discrepancy,
): Promise<FixedDiscrepancies['items'][number]> {
  const mend = menders[kind as DiscrepancyKind]
  try {
    if (!mend) return { id, mended: false, says: 'nothing of ours mends this' }
    return { id, mended: true, says: await mend(id.slice(kind.length + 1)) }
  } catch (error) {
    return { id, mended: false, says: error instanceof Error ? error.message : String(error) }
  }
}
