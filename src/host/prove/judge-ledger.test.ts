import { describe, expect, test } from 'vitest'
import { judgeLedger, type Accepted, type Received } from './judge-ledger.ts'

/** `a1` is the first message of sender a, to x unless another receiver is named. */
const sent = (id: string, to = 'x'): Accepted => ({ id, from: id.slice(0, 1), to, sum: `words of ${id}` })
const got = (id: string, by = 'x', sum = `words of ${id}`): Received => ({ id, by, sum })

const WELL = { lost: [], twice: [], outOfOrder: [], changed: [] }

const CASES: readonly {
  readonly title: string
  readonly accepted: readonly Accepted[]
  readonly received: readonly Received[]
  readonly verdict: Partial<ReturnType<typeof judgeLedger>>
}[] = [
  { title: 'nothing at all is well', accepted: [], received: [], verdict: {} },
  {
    title: 'each once and in order is well',
    accepted: [sent('a1'), sent('b1'), sent('a2')],
    received: [got('a1'), got('b1'), got('a2')],
    verdict: {},
  },
  {
    title: 'senders may overtake each other',
    accepted: [sent('a1'), sent('b1'), sent('a2')],
    received: [got('b1'), got('a1'), got('a2')],
    verdict: {},
  },
  {
    title: 'different receivers have an order of their own',
    accepted: [sent('a1', 'x'), sent('a2', 'y')],
    received: [got('a2', 'y'), got('a1', 'x')],
    verdict: {},
  },
  {
    title: 'one that never came is lost, and nothing after it is out of order',
    accepted: [sent('a1'), sent('a2'), sent('a3')],
    received: [got('a1'), got('a3')],
    verdict: { lost: ['a2'] },
  },
  {
    title: 'one that came to another agent is lost',
    accepted: [sent('a1', 'x')],
    received: [got('a1', 'y')],
    verdict: { lost: ['a1'] },
  },
  {
    title: 'one that came twice to its agent is told',
    accepted: [sent('a1'), sent('a2')],
    received: [got('a1'), got('a2'), got('a1')],
    verdict: { twice: ['a1'] },
  },
  {
    title: 'one that came to its agent and to another came twice',
    accepted: [sent('a1', 'x')],
    received: [got('a1', 'x'), got('a1', 'y')],
    verdict: { twice: ['a1'] },
  },
  {
    title: 'one that overtook an earlier one is out of order',
    accepted: [sent('a1'), sent('a2'), sent('a3'), sent('a4')],
    received: [got('a2'), got('a1'), got('a3'), got('a4')],
    verdict: { outOfOrder: ['a2'] },
  },
  {
    title: 'one that overtook two others counts once',
    accepted: [sent('a1'), sent('a2'), sent('a3')],
    received: [got('a3'), got('a1'), got('a2')],
    verdict: { outOfOrder: ['a3'] },
  },
  {
    title: 'other words than were sent are told',
    accepted: [sent('a1')],
    received: [got('a1', 'x', 'half of it')],
    verdict: { changed: ['a1'] },
  },
  {
    title: 'one whose acceptance was never heard is no fault',
    accepted: [sent('a1')],
    received: [got('a1'), got('a2')],
    verdict: {},
  },
]

describe('[L10] [P1] [P2] the ledger of a run', () => {
  test.each(CASES)('$title', ({ accepted, received, verdict }) => {
    expect(judgeLedger(accepted, received)).toEqual({ sent: accepted.length, ...WELL, ...verdict })
  })
})
