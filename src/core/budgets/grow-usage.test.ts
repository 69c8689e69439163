import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Usage } from '../agents/agent-table.ts'
import { addCounts, NO_COUNTS, type Counts } from './counts.ts'
import { growUsage } from './grow-usage.ts'
import { priceTokens, type PriceList } from './price-list.ts'

const PRICES: PriceList = {
  date: '',
  source: 'built-in',
  trouble: null,
  prices: [{ model: 'known-*', input: 1.25, output: 10, cacheRead: 0.125, cacheWrite: 3.75 }],
}

/** What a message has used when it is whole, and the lines that tell of it while it grows. */
const message = fc.record({
  message: fc.uuid(),
  model: fc.constantFrom('known-1', 'unknown-1'),
  input: fc.nat(1_000_000),
  output: fc.nat(1_000_000),
  cacheRead: fc.nat(10_000_000),
  cacheWrite: fc.nat(1_000_000),
  pieces: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 4 }),
})

type Whole = Omit<Usage, 'kind'> & { readonly pieces: readonly number[] }

const partOf = (whole: number, percent: number) => Math.floor((whole * percent) / 100)

function linesOf({ message: id, model, input, output, cacheRead, cacheWrite, pieces }: Whole): Usage[] {
  return [...pieces, 100].map((percent) => ({
    kind: 'usage',
    message: id,
    model,
    input,
    cacheRead,
    output: partOf(output, percent),
    cacheWrite: partOf(cacheWrite, percent),
  }))
}

function count(lines: readonly Usage[]): Counts {
  const known = new Map<string, Usage>()
  return lines.reduce((sum, line) => {
    const grown = growUsage(known.get(line.message), line)
    if (!grown) return sum
    known.set(line.message, grown.whole)
    return addCounts(sum, priceTokens(PRICES, grown.added))
  }, NO_COUNTS)
}

test('[O3] in any order, repeated and in pieces, the same is counted: tokens and money', () => {
  const lines = fc
    .uniqueArray(message, { selector: (each) => each.message, maxLength: 20 })
    .chain((messages) => {
      const told = messages.flatMap(linesOf)
      const again = fc.shuffledSubarray(told, { minLength: 0 })
      const all = fc.shuffledSubarray(told, { minLength: told.length })
      return fc.tuple(fc.constant(messages), all, again)
    })
  fc.assert(
    fc.property(lines, ([messages, all, again]) => {
      const whole = messages.flatMap((each) => linesOf({ ...each, pieces: [] }))
      expect(count([...all, ...again])).toEqual(
        whole.reduce((sum, each) => addCounts(sum, priceTokens(PRICES, each)), NO_COUNTS),
      )
    }),
  )
})
