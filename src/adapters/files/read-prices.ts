// What models cost: the list that comes with cmux, or the person's own in HOME/prices.json, which then is all there is.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { PriceList } from '../../core/budgets/price-list.ts'
import builtIn from './prices.json' with { type: 'json' }

const usd = z.number().min(0).max(1_000_000)

const Prices = z.strictObject({
  date: z.string().max(40),
  prices: z
    .array(
      z.strictObject({
        model: z.string().min(1).max(200),
        input: usd,
        output: usd,
        cacheRead: usd,
        cacheWrite: usd,
      }),
    )
    .max(1000),
})

/** A list that can't be read must not keep the server from starting: it is said wherever money is shown. */
export function readPrices(home: string): PriceList {
  const fallback = { ...builtIn, source: 'built-in', trouble: null } as const
  try {
    const own = Prices.parse(JSON.parse(readFileSync(join(home, 'prices.json'), 'utf8')))
    return { ...own, source: 'own', trouble: null }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return fallback
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    return { ...fallback, trouble: `prices.json is not used: ${why}` }
  }
}
