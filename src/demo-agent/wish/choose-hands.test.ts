import { expect, test } from 'vitest'
import { chooseHands, chooseNewNames } from './choose-hands.ts'

const [ada, bob] = [
  { name: 'demo-ada', load: 0 },
  { name: 'demo-bob', load: 0 },
]
const busy = { name: 'demo-ada', load: 2 }

test.each([
  ['nobody when there are enough', 2, [ada, bob], []],
  ['one for each piece without a worker', 4, [ada, bob], ['demo-cleo', 'demo-dan']],
  ['one when who is there has something to do', 1, [busy], ['demo-bob']],
  ['never more than four', 4, [busy, bob, { name: 'x', load: 1 }], ['demo-cleo']],
])('[A4] brings %s', (_, pieces, workers, names) => {
  const taken = workers.map(({ name }) => name)
  expect(chooseNewNames(pieces, workers, taken)).toEqual(names)
})

test.each([
  ['one each', 2, [ada, bob], ['demo-ada', 'demo-bob']],
  ['who has least first', 3, [busy, bob], ['demo-bob', 'demo-bob', 'demo-ada']],
  ['nobody, when nobody is there', 2, [], []],
])('[A4] gives pieces to %s', (_, pieces, workers, hands) => {
  expect(chooseHands(pieces, workers)).toEqual(hands)
})
