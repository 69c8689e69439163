import { expect, test } from 'vitest'
import { makeFakeClock } from '../../../test/fixtures/fake-clock.ts'
import { makePromotions } from './promotions.ts'

const LIMIT_MS = 1000
const OLD = { current: 'old', bad: [] }

test('[I8] a release is asked for once, and again when nothing has come of it', () => {
  const clock = makeFakeClock()
  const asked: unknown[] = []
  const promotions = makePromotions({ ask: (...words) => void asked.push(words) }, clock, LIMIT_MS)
  expect(promotions.isUnderWay(OLD)).toBe(false)
  promotions.ask('new')
  promotions.ask('new')
  expect([asked, promotions.isUnderWay(OLD)]).toEqual([[['promote', 'new']], true])
  clock.advance(LIMIT_MS)
  expect(promotions.isUnderWay(OLD)).toBe(false)
  promotions.ask('new')
  expect(asked).toHaveLength(2)
})

test.each([
  ['serves', { current: 'new', bad: [] }],
  ['is bad', { current: 'old', bad: ['new'] }],
])('[I8] what was asked for and %s is not under way any more', (_, ledger) => {
  const promotions = makePromotions({ ask: () => undefined }, makeFakeClock(), LIMIT_MS)
  promotions.ask('new')
  expect(promotions.isUnderWay(ledger)).toBe(false)
})
