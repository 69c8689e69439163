import { expect, test } from 'vitest'
import builtIn from '../../adapters/files/prices.json' with { type: 'json' }
import { priceTokens } from './price-list.ts'

const list = (prices: Parameters<typeof priceTokens>[0]['prices']) =>
  ({ date: '', source: 'own', trouble: null, prices }) as const
const ONE = { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 1.25 }
const tokens = { input: 1_000_000, output: 1_000_000, cacheRead: 1_000_000, cacheWrite: 1_000_000 }

test.each([
  ['claude-x', 'claude-x', true],
  ['claude-x', 'claude-x-1', false],
  ['claude-x*', 'claude-x-1', true],
  ['*x*', 'claude-x-1', true],
  ['c*x*1', 'claude-x-1', true],
  ['c*y*1', 'claude-x-1', false],
  ['claude-x-*-1', 'claude-x-1', false],
  ['.*', 'claude-x', false],
])('[O3] the price of %s for %s: %s', (pattern, model, fits) => {
  const { nanoUsd, unpriced } = priceTokens(list([{ model: pattern, ...ONE }]), { model, ...tokens })
  expect([nanoUsd, unpriced]).toEqual(fits ? [4_350_000_000, 0] : [0, 4_000_000])
})

test('[O3] the first that fits counts, and every price is a whole number of billionths a token', () => {
  const first = { ...ONE, model: 'a*' }
  const { nanoUsd } = priceTokens(list([first, { ...ONE, model: '*', input: 99 }]), { model: 'a', ...tokens })
  expect(nanoUsd).toBe(4_350_000_000)
  for (const { model, ...price } of builtIn.prices)
    for (const usd of Object.values(price)) expect([model, (usd * 1000) % 1]).toEqual([model, 0])
})
