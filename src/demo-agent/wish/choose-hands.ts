// Who gets which piece, and who has to be brought for it. Only demo workers: a demo must not spend what real agents cost. Pure.

export interface Worker {
  readonly name: string
  /** Open tasks that it has already. */
  readonly load: number
}

const WORKERS_MAX = 4
const NAMES = ['ada', 'bob', 'cleo', 'dan', 'eve', 'finn', 'gil', 'hana'].map((name) => `demo-${name}`)

/** Names for as many more as there are pieces without a free worker. `taken`: names of all agents there are. */
export function chooseNewNames(
  pieces: number,
  workers: readonly Worker[],
  taken: readonly string[],
): string[] {
  const free = workers.filter(({ load }) => load === 0).length
  const wanted = Math.max(0, Math.min(pieces - free, WORKERS_MAX - workers.length))
  return NAMES.filter((name) => !taken.includes(name)).slice(0, wanted)
}

/** For each piece the one who has least to do then; fewer when there is nobody. */
export function chooseHands(pieces: number, workers: readonly Worker[]): string[] {
  const loads = new Map(workers.map(({ name, load }) => [name, load]))
  const hands: string[] = []
  while (hands.length < pieces && loads.size > 0) {
    const [name, load] = [...loads].reduce((least, one) => (one[1] < least[1] ? one : least))
    loads.set(name, load + 1)
    hands.push(name)
  }
  return hands
}
