import { expect, test } from 'vitest'
import type { BudgetKind } from './budget.ts'
import { parseAmount } from './parse-amount.ts'

test.each<[BudgetKind, string, ReturnType<typeof parseAmount>]>([
  ['tokens', '2M', { how: 'limit', value: 2_000_000 }],
  ['tokens', '1.5k', { how: 'limit', value: 1500 }],
  ['tokens', '+500k', { how: 'more', value: 500_000 }],
  ['usd', '5', { how: 'limit', value: 5 }],
  ['usd', '+$0.25', { how: 'more', value: 0.25 }],
  ['wallSec', '2h', { how: 'limit', value: 7200 }],
  ['wallSec', '90m', { how: 'limit', value: 5400 }],
  ['wallSec', '30', { how: 'limit', value: 30 }],
  ['turns', 'none', { how: 'limit', value: null }],
])('[O3] %s %s', (kind, text, amount) => {
  expect(parseAmount(kind, text)).toEqual(amount)
})

test.each<[BudgetKind, string]>([
  ['tokens', 'much'],
  ['tokens', '-5'],
  ['tokens', '2h'],
  ['wallSec', '2M5'],
  ['usd', ''],
])('[O3] %s %s is no amount', (kind, text) => {
  expect(() => parseAmount(kind, text)).toThrow(/is no amount/)
})
