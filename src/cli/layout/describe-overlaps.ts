// A warning for whoever lands work: others are at work on the same files.
import type { Overlap } from '../../protocol/agents/work-diff.ts'

const SHOWN = 10

export function describeOverlaps(overlaps: readonly Overlap[]): string[] {
  const lines = overlaps
    .slice(0, SHOWN)
    .map(({ path, agents }) => `${path} is also changed by ${agents.join(', ')}`)
  return overlaps.length > SHOWN ? [...lines, `and ${overlaps.length - SHOWN} more files`] : lines
}
