// What the watchdog knows. The ledger is on disk before anything acts on it; the rest is found again by looking.
import type { WaitCause } from './judge-wait.ts'
import type { Limits } from './limits.ts'

/** Which release runs, how far it is trusted, and where to go when it fails. */
export interface Ledger {
  current: string
  phase: 'trying' | 'good'
  /** Starts that `current` has left while it is `trying`. Written before each of them. */
  triesLeft: number
  /** How long `current` has been good, added up over restarts; wall time could jump. */
  goodForMs: number
  /** Releases that proved themselves, newest first. */
  good: string[]
  /** What served when `current` was promoted, unproven as it was: better than safe mode, while nothing good is left. */
  servedBefore: string | null
  /** Releases that failed, so that nobody tries them again unasked. A mark goes when the same content has proved itself. */
  bad: string[]
}

/** The same files may be built from several commits: `COMMIT-CONTENT`. */
const contentOf = (release: string) => release.slice(release.indexOf('-') + 1)

export const isBad = ({ bad }: Pick<Ledger, 'bad'>, release: string): boolean =>
  bad.some((each) => contentOf(each) === contentOf(release))

export function withoutMark({ bad }: Pick<Ledger, 'bad'>, release: string): string[] {
  return bad.filter((each) => contentOf(each) !== contentOf(release))
}

/** Why something failed, told apart because the cure differs. */
export type Cause =
  | 'crashed'
  | 'hung'
  | 'never ready'
  | 'sick'
  | 'not startable'
  /** By a signal that the watchdog did not send. */
  | 'killed'
  | 'out of memory'

export interface Child {
  readonly id: number
  readonly role: 'server' | 'safe'
  readonly release: string
  phase: 'starting' | 'loaded' | 'listening' | 'leading'
  /** It is told to lead once in its life. Until it has yielded or is seen gone, it may write, whatever it says of itself. */
  lead: 'not told' | 'told' | 'draining' | 'yielded'
  /** When it entered its phase. */
  sinceMs: number
  misses: number
  /** Its start may take so much longer than others: it has a long log to read, or data to migrate. */
  extraMs?: number
  /** What it said of itself when it was not well. */
  said?: string
  /** How it ended, once it has. */
  ended: string
  /** It is being ended for this; what follows waits until it is seen gone. */
  doomed: Cause | 'replaced' | 'unneeded' | null
}

export type Rung =
  | { kind: 'restart' }
  | { kind: 'clean' }
  | { kind: 'release'; release: string; proven: boolean }
  | { kind: 'safe' }

/** A recovery under way: which rungs are left, and what started it. */
export interface Climb {
  readonly from: string
  readonly cause: Cause
  readonly rungs: Rung[]
  /** The rung that is being tried, counted from 0. */
  at: number
  /** Since when no release has led; a recovery may last only so long before safe mode answers. */
  silentSinceMs: number
  /** When the latest failure of it was met, and whether the machine has been looked at since. */
  failedMs: number
  examined: boolean
  /** The restart was the standby's. */
  byStandby: boolean
  /** It was begun by a kill from outside. A failure of the release's own is another matter, and begins anew. */
  readonly isOutside: boolean
  /** Starts in a row that were killed from outside before they led. */
  killedStarts: number
  /** Going back a release waits until the machine is known to be sound. */
  held: { readonly cause: Cause; readonly sinceMs: number } | null
}

/** What a child waited for the machine, which its limits do not count. */
export interface Waits {
  /** The last answer or miss, and what was waited since. */
  readonly fromMs: number
  readonly ms: number
  /** Its event loop has turned since. */
  readonly hasTurned: boolean
  /** In its phase. */
  readonly phaseMs: number
  /** Nothing of it has moved for so long. */
  readonly stillMs: number
  readonly cause: WaitCause
}

/** The id of a server that was there before this watchdog; those it starts itself count from 1. */
export const ORPHAN = 0

export interface State {
  readonly limits: Limits
  /** This watchdog has yet to prove itself, with a server of its own. */
  onTrial: boolean
  ledger: Ledger
  children: Child[]
  nextId: number
  /** Has the port and, if it is a server, the lock. */
  leader: number | null
  /** On its way to lead. */
  candidate: number | null
  /** What the candidate is for when somebody leads already. */
  swap: {
    readonly release: string
    readonly why: 'restart' | 'promote' | 'rollback' | 'leave safe mode'
  } | null
  /** Loaded, holds the socket, does nothing. */
  standby: number | null
  standbyAtMs: number
  standbyFailures: number
  climb: Climb | null
  /** A candidate that failed in a planned swap; whether it is to blame is being found out. */
  suspect: {
    readonly release: string
    readonly why: NonNullable<State['swap']>['why']
    readonly cause: Cause
    readonly ended: string
    readonly sinceMs: number
  } | null
  /** A start that waits for its back-off. */
  delayed: { readonly atMs: number; readonly role: 'server' | 'safe'; readonly clean: boolean } | null
  probedAtMs: number
  goodProbes: number
  countedAtMs: number
  /** When and how patiently safe mode is left; forgotten only after a soak, so that a flapping world is met slowly. */
  safeRetry: { atMs: number; waitMs: number; tried: number }
  safeFailures: number
  stoppingSinceMs: number | null
  /** By child; one that never waited is not in it. */
  waits: Readonly<Record<number, Waits>>
  /** The machine makes answers late; until it is over. */
  slow: {
    readonly release: string
    readonly cause: WaitCause
    readonly sinceMs: number
    readonly lastMs: number
    readonly worstMs: number
    /** Nobody is killed twice for it. */
    readonly hasKilled: boolean
  } | null
}

export function makeState(ledger: Ledger, limits: Limits, onTrial = false): State {
  return {
    limits,
    onTrial,
    ledger,
    children: [],
    nextId: 1,
    leader: null,
    candidate: null,
    swap: null,
    standby: null,
    standbyAtMs: 0,
    standbyFailures: 0,
    climb: null,
    suspect: null,
    delayed: null,
    probedAtMs: Number.NEGATIVE_INFINITY,
    goodProbes: 0,
    countedAtMs: 0,
    safeRetry: { atMs: 0, waitMs: limits.safeRetryMs[0], tried: 0 },
    safeFailures: 0,
    stoppingSinceMs: null,
    waits: {},
    slow: null,
  }
}

/** Deep enough that a turn can write into it; `structuredClone` would cost more than the turn itself. */
export function copyState(state: State): State {
  return {
    ...state,
    ledger: { ...state.ledger },
    children: state.children.map((child) => ({ ...child })),
    climb: state.climb && { ...state.climb },
    safeRetry: { ...state.safeRetry },
  }
}
