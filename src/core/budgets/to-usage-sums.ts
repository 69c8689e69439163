// Counts as the outside sees them: in seconds and dollars.
import type { UsageSums } from '../../protocol/budgets/usage.ts'
import { tokensOf, type Counts } from './counts.ts'
import { UNITS } from './units.ts'

export function toUsageSums(counts: Counts): UsageSums {
  const { turns, tools, restarts, input, output, cacheRead, cacheWrite } = counts
  return {
    turns,
    tools,
    restarts,
    wallSec: counts.wallMs / UNITS.wallSec,
    input,
    output,
    cacheRead,
    cacheWrite,
    tokens: tokensOf(counts),
    usd: counts.nanoUsd / UNITS.usd,
    unpricedTokens: counts.unpriced,
  }
}
