// Every wait and count of the watchdog, with its default. Tests pass shorter ones.
export interface Limits {
  /** Between two probes of the server that leads. */
  readonly probeEveryMs: number
  /** A full answer later than this is a miss: a stopped process still accepts connections. */
  readonly probeLimitMs: number
  readonly missesMax: number
  /** A child of which nothing moves, since the disk does not answer, is ended after this time, once. */
  readonly stuckMs: number
  /** The machine is no longer called slow when no answer was late for so long. */
  readonly calmMs: number
  /** How long a recovery may go on while nobody leads; then safe mode answers, and releases are tried behind it. */
  readonly recoveryMs: number
  /** From spawn to leading. A hundred times what a start takes, so only a hang meets it. */
  readonly readyMs: number
  /** How long, and for how many good probes, a release must hold before it is called good. */
  readonly soakMs: number
  readonly soakProbes: number
  /** Starts that a new release gets before it is called bad. */
  readonly tries: number
  /** A release that was good for this long is restarted first: the cause is probably not the code. */
  readonly longGoodMs: number
  /** Before the first, second, … restart; the last holds for all further ones. */
  readonly backOffMs: readonly number[]
  /** In a planned swap, how long the old server may finish what is in flight. */
  readonly drainMs: number
  readonly stopMs: number
  /** How long nobody is blamed while the machine is being looked at. */
  readonly examineMs: number
  /** Between attempts to leave safe mode: doubled from the first up to the last. */
  readonly safeRetryMs: readonly [first: number, last: number]
  readonly goodKept: number
  readonly standby: boolean
}

export const LIMITS: Limits = {
  probeEveryMs: 1000,
  probeLimitMs: 2000,
  missesMax: 3,
  stuckMs: 60_000,
  calmMs: 30_000,
  recoveryMs: 60_000,
  readyMs: 15_000,
  soakMs: 60_000,
  soakProbes: 10,
  tries: 3,
  longGoodMs: 10 * 60_000,
  backOffMs: [0, 500, 2000],
  drainMs: 10_000,
  stopMs: 5000,
  examineMs: 3000,
  safeRetryMs: [5000, 60_000],
  goodKept: 5,
  standby: true,
}
