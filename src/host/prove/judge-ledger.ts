// Compares what cmux accepted with what the agents got. Both come from the prover and from the agents; the database is not asked.
export interface Accepted {
  readonly id: string
  readonly from: string
  readonly to: string
  /** Hash of the words. */
  readonly sum: string
}

export interface Received {
  readonly id: string
  /** The agent that got it. */
  readonly by: string
  readonly sum: string
}

export interface LedgerVerdict {
  readonly sent: number
  readonly lost: readonly string[]
  readonly twice: readonly string[]
  readonly outOfOrder: readonly string[]
  readonly changed: readonly string[]
}

/**
 * `accepted`: as the ledger has them, which for each sender is the order of sending. `received`: for each agent in the order of
 * reading. A message that was received and never accepted is no fault: its answer was lost on the way.
 */
export function judgeLedger(accepted: readonly Accepted[], received: readonly Received[]): LedgerVerdict {
  const seen = new Map<string, { readonly place: number; readonly sum: string; times: number }>()
  const times = new Map<string, number>()
  for (const [place, { id, by, sum }] of received.entries()) {
    const key = keyOf(id, by)
    const known = seen.get(key)
    if (known) known.times += 1
    else seen.set(key, { place, sum, times: 1 })
    times.set(id, (times.get(id) ?? 0) + 1)
  }
  const find = ({ id, to }: Accepted) => seen.get(keyOf(id, to))
  return {
    sent: accepted.length,
    lost: idsOf(accepted.filter((letter) => !find(letter))),
    // At whichever agents: one that reached another agent, too, was shown twice.
    twice: idsOf(accepted.filter(({ id }) => (times.get(id) ?? 0) > 1)),
    outOfOrder: findOvertaking(accepted, (letter) => find(letter)?.place),
    changed: idsOf(accepted.filter((letter) => (find(letter)?.sum ?? letter.sum) !== letter.sum)),
  }
}

/** The messages that reached their agent before an earlier one of the same sender. */
function findOvertaking(
  accepted: readonly Accepted[],
  placeOf: (letter: Accepted) => number | undefined,
): string[] {
  const furthest = new Map<string, number>()
  return accepted.flatMap((letter) => {
    const place = placeOf(letter)
    const pair = keyOf(letter.from, letter.to)
    const before = furthest.get(pair) ?? -1
    if (place === undefined) return []
    furthest.set(pair, Math.max(before, place))
    return place < before ? [letter.id] : []
  })
}

const keyOf = (...parts: readonly string[]) => parts.join('\0')
const idsOf = (letters: readonly Accepted[]) => letters.map(({ id }) => id)
