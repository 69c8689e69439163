// What every store promises, whatever it is built on. Each implementation runs all of it.
import { describe } from 'vitest'
import { makeFakeClock } from '../fixtures/fake-clock.ts'
import { describeClosing } from './store/describe-closing.ts'
import { describeLimits } from './store/describe-limits.ts'
import { describePublishing } from './store/describe-publishing.ts'
import { describeReading } from './store/describe-reading.ts'
import { describeTransactions } from './store/describe-transactions.ts'
import type { OpenStore } from './store/open-store.ts'

export function describeStoreContract(name: string, open: OpenStore): void {
  const openQuietly = () => open({ clock: makeFakeClock(), onCommit: () => undefined })

  describe(`${name}: writing`, () => {
    describeTransactions(openQuietly)
    describePublishing(open)
  })
  describe(`${name}: reading`, () => {
    describeReading(openQuietly)
  })
  describe(`${name}: limits`, () => {
    describeLimits(open)
  })
  describe(`${name}: closing`, () => {
    describeClosing(openQuietly)
  })
}
