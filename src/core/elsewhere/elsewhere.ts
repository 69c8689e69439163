// What the register holds of an agent that runs elsewhere. To a release that does not know of this it is a program that was
// stopped, which nobody starts.
import type { Timestamp } from '../../protocol/timestamp.ts'

export interface Elsewhere {
  readonly silentMs: number
  /** Starts it again; empty: nobody does. */
  readonly command: readonly string[]
  readonly tries: number
  readonly rollback: boolean
  /** Its last heartbeat; null before the first. */
  readonly beat: {
    readonly at: Timestamp
    readonly status: 'idle' | 'working' | 'waiting'
    readonly note: string
  } | null
  /** Since when it has not been silent for too long. */
  readonly upSince: Timestamp | null
  readonly silence: Silence | null
}

/** It was told of, and this many steps were taken. */
export interface Silence {
  readonly since: Timestamp
  readonly steps: number
  /** When the last step was taken; null before the first. */
  readonly steppedAt: Timestamp | null
  /** There is nothing left to do: a person is asked. */
  readonly isGivenUp: boolean
}
