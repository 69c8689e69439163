// The last `capacity` items of a numbered sequence, so that readers close to its end need no database.
export interface Ring<Item extends { seq: number }> {
  push(item: Item): void
  /** Items after `seq`, or undefined when the ring no longer (or does not yet) reach back that far. */
  after(seq: number, limit: number): Item[] | undefined
}

export function makeRing<Item extends { seq: number }>(capacity: number): Ring<Item> {
  let items: Item[] = []
  return {
    push(item) {
      const last = items.at(-1)
      if (last && item.seq !== last.seq + 1) items = []
      items.push(item)
      // Trimmed in blocks: shifting an array for each item would cost O(capacity) a push.
      if (items.length >= capacity * 2) items = items.slice(-capacity)
    },
    after(seq, limit) {
      const first = items[0]
      if (!first || seq < first.seq - 1) return undefined
      const start = seq - first.seq + 1
      return items.slice(start, start + limit)
    },
  }
}
