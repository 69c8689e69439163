// What the command line asks of `sandbox.mjs`, and what that answers: one JSON document each. The command line can't see what
// composes a sandbox, and both come with the same release.
import type { SandboxStatus } from './sandbox.ts'

type Command = readonly [program: string, ...args: string[]]

export interface BuildPlace {
  /** All that it writes. */
  readonly folder: string
  /** In there: the files of the commit. */
  readonly tree: string
  /** What its dependencies are links to: builds after this one use them, too. */
  readonly installed: string
  readonly command: Command
}

export interface RehearsalPlace {
  /** A home with a copy of the data: all that it writes, and all that it sees of it. */
  readonly folder: string
  readonly command: Command
}

export type SandboxOrder =
  | { readonly kind: 'examine'; readonly home: string }
  | { readonly kind: 'build'; readonly home: string; readonly place: BuildPlace }
  | { readonly kind: 'rehearsal'; readonly home: string; readonly place: RehearsalPlace }

/** How the same program is started in a sandbox; or without one, because a person said so, with the reason. */
export type SandboxedCommand =
  | { readonly kind: 'sandboxed'; readonly command: Command }
  | { readonly kind: 'bare'; readonly why: string }

export type SandboxAnswer =
  | { readonly kind: 'status'; readonly status: SandboxStatus }
  | SandboxedCommand
  | { readonly kind: 'refused'; readonly why: string; readonly hint: string }
