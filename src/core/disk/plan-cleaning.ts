// Which of the things that may go have to: so much that the rest fits the budget, and more when the disk is nearly full. Pure.
import { REMOVABLE_KINDS, type Removable } from './removable.ts'

export interface CleaningNeeds {
  /** What all of it may take together. */
  readonly budgetBytes: number
  /** What has to be freed whatever the budget says; 0 on a disk with room. */
  readonly wantedBytes: number
}

export function planCleaning(
  removable: readonly Removable[],
  { budgetBytes, wantedBytes }: CleaningNeeds,
): Removable[] {
  const inOrder = removable.toSorted((a, b) => rank(a) - rank(b) || a.atMs - b.atMs)
  const total = inOrder.reduce((sum, { bytes }) => sum + bytes, 0)
  const needed = Math.max(total - budgetBytes, wantedBytes)
  const plan: Removable[] = []
  let freed = 0
  for (const one of inOrder) {
    if (freed >= needed) break
    plan.push(one)
    freed += one.bytes
  }
  return plan
}

const rank = ({ kind }: Removable) => REMOVABLE_KINDS.indexOf(kind)
