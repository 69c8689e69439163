// Since when an agent that is at work has done nothing, once that is worth a word.
import type { Agent } from './agent.ts'
import type { Timestamp } from '../timestamp.ts'

/** Models think for a while before they do something. */
const WORTH_A_WORD_MS = 60_000

/** Null for one that moves, or has nothing to do. */
export function quietSince(
  { status, statusSince, movedAt }: Pick<Agent, 'status' | 'statusSince' | 'movedAt'>,
  nowMs: number,
): Timestamp | null {
  if (status !== 'working') return null
  const since = movedAt !== null && movedAt > statusSince ? movedAt : statusSince
  return nowMs - Date.parse(since) >= WORTH_A_WORD_MS ? since : null
}
