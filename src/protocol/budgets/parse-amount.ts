// An amount of a budget as people write it: 2M tokens, $5, 2h; `none` for as much as it likes, `+` for so much more.
import type { BudgetKind } from './budget.ts'
import { CmuxError } from '../cmux-error.ts'

export interface Amount {
  readonly how: 'limit' | 'more'
  readonly value: number | null
}

const COUNT_UNITS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, b: 1e9 }
const TIME_UNITS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, min: 60, h: 3600, d: 86_400 }

export function parseAmount(kind: BudgetKind, text: string): Amount {
  if (text === 'none') return { how: 'limit', value: null }
  const [, plus, number, unit = ''] = /^(\+?)\$?(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text) ?? []
  const units = kind === 'wallSec' ? TIME_UNITS : COUNT_UNITS
  const size = units[unit.toLowerCase()]
  if (number === undefined || size === undefined)
    throw new CmuxError('USAGE', `${text} is no amount: write 50, 2M, 1.50, 2h, +10k or none`)
  const value = Number(number) * size
  return {
    how: plus === '+' ? 'more' : 'limit',
    value: kind === 'usd' || kind === 'wallSec' ? value : Math.round(value),
  }
}
