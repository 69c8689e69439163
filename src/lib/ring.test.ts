import { expect, test } from 'vitest'
import { makeRing } from './ring.ts'

const fill = (capacity: number, seqs: readonly number[]) => {
  const ring = makeRing<{ seq: number }>(capacity)
  for (const seq of seqs) ring.push({ seq })
  return (after: number, limit = 100) => ring.after(after, limit)?.map(({ seq }) => seq)
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

test.each([
  { what: 'nothing yet', pushed: [], after: 0, found: undefined },
  { what: 'all of it', pushed: [1, 2, 3], after: 0, found: [1, 2, 3] },
  { what: 'the rest', pushed: [1, 2, 3], after: 2, found: [3] },
  { what: 'the end', pushed: [1, 2, 3], after: 3, found: [] },
  { what: 'beyond the end', pushed: [1, 2, 3], after: 9, found: [] },
  { what: 'right before the first', pushed: [5, 6], after: 4, found: [5, 6] },
  { what: 'too far back', pushed: [5, 6], after: 3, found: undefined },
  { what: 'across a gap', pushed: [1, 2, 4, 5], after: 2, found: undefined },
  { what: 'after a gap', pushed: [1, 2, 4, 5], after: 4, found: [5] },
  { what: 'after a step back', pushed: [5, 6, 2, 3], after: 1, found: [2, 3] },
])('a ring gives $what', ({ pushed, after, found }) => {
  expect(fill(10, pushed)(after)).toEqual(found)
})

test('a ring gives no more than was asked for', () => {
  expect(fill(10, upTo(9))(3, 2)).toEqual([4, 5])
})

test('a ring keeps at least its capacity and at most twice as many', () => {
  for (let last = 9; last <= 50; last += 1) {
    const after = fill(4, upTo(last))
    expect(after(last - 4)).toEqual(upTo(last).slice(-4))
    expect(after(last - 9)).toBeUndefined()
  }
})
