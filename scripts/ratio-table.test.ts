import { expect, test } from 'vitest'
import { composeRatioTable, keepRatios } from './ratio-table.ts'

const kept = {
  'start / node': [
    { commit: 'a', value: 7 },
    { commit: 'b', value: 7.5 },
  ],
  'mail / nothing': [{ commit: 'b', value: 0.9 }],
}
const ratios = [
  { name: 'start / node', value: 7.9, atMost: 9 },
  { name: 'mail / nothing', value: 0.76, atLeast: 0.75 },
  { name: 'status / node', value: 2.6, atMost: 2.5 },
]

test('ratios stand beside the one before and the best, and what is worse than the best by a sixth slides', () => {
  expect(composeRatioTable(ratios, kept).split('\n')).toEqual([
    'ratio           bound    now   before  best',
    'start / node    <= 9     7.90  7.50    7.00',
    'mail / nothing  >= 0.75  0.76  0.90    0.90  slides',
    'status / node   <= 2.5   2.60  -       -     NOT REACHED',
  ])
})

test('ratios are kept once a commit, and only the newest commits', () => {
  const next = keepRatios(kept, ratios, 'b')
  expect(next).toEqual({
    'mail / nothing': [{ commit: 'b', value: 0.76 }],
    'start / node': [
      { commit: 'a', value: 7 },
      { commit: 'b', value: 7.9 },
    ],
    'status / node': [{ commit: 'b', value: 2.6 }],
  })
  const many = Array.from({ length: 30 }, (_, index) => `c${index}`)
  const after = many.reduce((sum, commit) => keepRatios(sum, ratios, commit), next)
  expect(after['start / node']?.map(({ commit }) => commit)).toEqual(many.slice(-20))
})
