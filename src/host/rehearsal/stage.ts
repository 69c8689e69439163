// What the checks of a rehearsal share: where it plays, whose turn it is, and what was written so far.
import type { ChildProcess } from 'node:child_process'
import type { BootedServer } from './boot-server.ts'
import type { StageSandbox } from './open-sandbox.ts'
import type { Limits } from './read-limits.ts'

export interface Stage {
  readonly home: string
  /** A home of its own with a copy of the data; all of it is removed afterwards. */
  readonly copy: string
  /** The release whose turn it is, and its folder. */
  readonly release: string
  readonly folder: string
  /** The owner's token of the copy. */
  readonly owner: string
  readonly sandbox: StageSandbox
  readonly limits: Limits
  /** Where programs are found. */
  readonly searchPath: string
  /** Over when the rehearsal has had its time, or nobody waits for it any more. */
  readonly whole: AbortSignal
  /** Over when the check that runs now has had its time, or the whole rehearsal has. */
  signal: AbortSignal
  /** Of the release whose turn it is, between `starts` and `stop`. */
  server: BootedServer | undefined
  /** Hears of every process, so that it is ended whatever happens. */
  readonly started: (child: ChildProcess) => void
  /** Tokens that were made on the copy, oldest first, with the number of the last event before each. */
  readonly made: { readonly id: string; readonly after: number }[]
}

/** Resolves with what was seen, or with why it could not be tried; rejects with what is wrong. */
export interface Check {
  readonly name: string
  readonly limit: Exclude<keyof Limits, 'usesBrowser'>
  run(stage: Stage): Promise<string | { readonly notTried: string }>
}
