// Which faults come when: a pure function of the seed and the length, so that a run that failed can be repeated.
import { makeSeededRandom, type Random } from '../../lib/seeded-random.ts'
import type { FaultKind } from '../../protocol/releases/prove-report.ts'

export interface Fault {
  readonly kind: FaultKind
  /** From the beginning of the run; the fault waits for the recovery of the one before. */
  readonly atMs: number
  /** From 0 up to, not including, 1: which agent it meets. */
  readonly share: number
}

/** How much time a kind usually needs, on a small machine. Quick ones come first, so that a short run has most kinds. */
const QUICK: readonly (readonly [FaultKind, number])[] = [
  ['server', 1500],
  ['agent', 2000],
  ['standby', 2000],
  ['watchdog', 3000],
  ['swap', 3000],
  ['tmux', 4000],
]
const SLOW: readonly (readonly [FaultKind, number])[] = [
  ['everything', 5000],
  ['stop', 6000],
  ['clock', 8000],
  ['disk', 8000],
  ['bad-start', 8000],
  ['bad-fall', 15_000],
  ['bad-hang', 20_000],
]

/** Before the first fault, so that the first messages are on their way. */
const CALM_MS = 1000
const GAP_MS = [200, 2000] as const
const FAULTS_MAX = 10_000

export function planFaults(seed: number, minutes: number): Fault[] {
  const random = makeSeededRandom(seed)
  const endMs = minutes * 60_000
  const faults: Fault[] = []
  let atMs = CALM_MS
  let round = [...shuffle(random, QUICK), ...shuffle(random, SLOW)]
  while (faults.length < FAULTS_MAX) {
    for (const [kind, roomMs] of round) {
      if (atMs + roomMs > endMs && faults.length > 0) return faults
      faults.push({ kind, atMs, share: random.next() })
      atMs += roomMs + random.between(...GAP_MS)
    }
    round = shuffle(random, [...QUICK, ...SLOW])
  }
  return faults
}

function shuffle<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
