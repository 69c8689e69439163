import { expect, test } from 'vitest'
import type { Event } from '../../../protocol/event.ts'
import { addNewest, addOlder, type Known } from './known.ts'

const page = (seqs: readonly number[], next: string | null): Known => ({
  events: seqs.map((seq) => ({ seq }) as Event),
  next,
})
const NOTHING = page([], null)

test('[U6] the newest page takes the place of what it covers, and what is older stays', () => {
  const known = addOlder(addNewest(NOTHING, page([5, 7], '5')), page([1, 3], null))
  expect(known).toEqual(page([1, 3, 5, 7], null))
  expect(addNewest(known, page([7, 9], '7'))).toEqual(page([1, 3, 5, 7, 9], null))
})

test('[U6] a page that does not reach back to what is known begins anew, so that nothing is missing in between', () => {
  expect(addNewest(page([1, 3], null), page([20, 21], '20'))).toEqual(page([20, 21], '20'))
  expect(addNewest(page([1, 3], null), page([20, 21], null))).toEqual(page([1, 3, 20, 21], null))
})
