// What is counted of agents, all in whole numbers: sums of them are exact in any order.
export interface Counts {
  readonly turns: number
  readonly tools: number
  readonly restarts: number
  readonly wallMs: number
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
  /** Billionths of a dollar. */
  readonly nanoUsd: number
  /** Tokens of models without a price. */
  readonly unpriced: number
}

export const NO_COUNTS: Counts = {
  turns: 0,
  tools: 0,
  restarts: 0,
  wallMs: 0,
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  nanoUsd: 0,
  unpriced: 0,
}

export function addCounts(one: Counts, other: Counts): Counts {
  const sum = { ...one }
  for (const key of Object.keys(NO_COUNTS) as (keyof Counts)[])
    (sum as Record<keyof Counts, number>)[key] += other[key]
  return sum
}

/** What a limit on tokens is about: what was read from the cache costs a tenth, and would be most of it. */
export function tokensOf({
  input,
  output,
  cacheWrite,
}: Pick<Counts, 'input' | 'output' | 'cacheWrite'>): number {
  return input + output + cacheWrite
}
