// What models cost. A model that is not in the list has no price: its tokens are counted, its money is not guessed.
import { fitsPattern } from '../../lib/fits-pattern.ts'
import type { HookNews } from '../agents/runtime.ts'
import { NO_COUNTS, type Counts } from './counts.ts'
import { UNITS } from './units.ts'

/** Dollars for a million tokens. */
interface Price {
  /** The model’s name; `*` stands for any characters. */
  readonly model: string
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

export interface PriceList {
  /** When somebody last looked at these prices. */
  readonly date: string
  readonly source: 'built-in' | 'own'
  /** Why the person’s own prices are not used, when they are not. */
  readonly trouble: string | null
  /** The first that fits counts. */
  readonly prices: readonly Price[]
}

type Tokens = Pick<
  Extract<HookNews, { kind: 'usage' }>,
  'model' | 'input' | 'output' | 'cacheRead' | 'cacheWrite'
>

const MILLION = 1_000_000

const nano = (count: number, usd: number) => count * Math.round((usd * UNITS.usd) / MILLION)

/** Whole billionths a token, so that parts of a message cost together what the whole costs. */
export function priceTokens({ prices }: PriceList, tokens: Tokens): Counts {
  const { model, input, output, cacheRead, cacheWrite } = tokens
  const used = { ...NO_COUNTS, input, output, cacheRead, cacheWrite }
  const price = prices.find((each) => fitsPattern(each.model, model))
  if (!price) return { ...used, unpriced: input + output + cacheRead + cacheWrite }
  const nanoUsd =
    nano(input, price.input) +
    nano(output, price.output) +
    nano(cacheRead, price.cacheRead) +
    nano(cacheWrite, price.cacheWrite)
  return { ...used, nanoUsd }
}
