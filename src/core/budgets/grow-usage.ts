// A message may be told of several times, in any order, with numbers that grow while it is written: the largest count. Pure.
import type { Usage } from '../agents/agent-table.ts'

export interface Grown {
  readonly whole: Usage
  /** What was not known before. */
  readonly added: Usage
}

const COUNTS = ['input', 'output', 'cacheRead', 'cacheWrite'] as const

/** Undefined when there is nothing new in it. */
export function growUsage(known: Usage | undefined, told: Usage): Grown | undefined {
  if (!known) return { whole: told, added: told }
  const changes = COUNTS.map((key) => [key, Math.max(0, told[key] - known[key])] as const)
  if (changes.every(([, more]) => more === 0)) return undefined
  const added = { ...known, ...Object.fromEntries(changes) }
  const sums = changes.map(([key, more]) => [key, known[key] + more] as const)
  return { whole: { ...known, ...Object.fromEntries(sums) }, added }
}
