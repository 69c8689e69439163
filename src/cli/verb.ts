// A verb as data: what help says, what it takes, and where its code is. The code is loaded only when the verb is run.
import type { Environment } from '../host/environment.ts'
import type { Outcome } from './outcome.ts'

export interface VerbCall {
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  readonly environment: Environment
  /** Where this build's other programs are. */
  readonly programs: string
  /** Of the person's shell, before ours was made stricter. */
  readonly umask: number
  readonly json: boolean
}

export type RunVerb = (call: VerbCall) => Promise<Outcome>

export interface Verb {
  /** As typed: `token create`. */
  readonly name: string
  /** In commander's notation: `<id>`, `[kinds...]`. */
  readonly args?: string
  readonly summary: string
  readonly example: string
  readonly options?: readonly (readonly [flags: string, meaning: string])[]
  /** It asks the running cmux, and so brings back one that was killed instead of only saying so. */
  readonly revives?: true
  readonly load: () => Promise<RunVerb>
}
