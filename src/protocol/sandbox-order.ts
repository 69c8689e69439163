// What the command line asks of `sandbox.mjs`, and what that answers: one JSON document each. The command line can't see what
// composes a sandbox, and both come with the same release.
import type { SandboxStatus } from './sandbox.ts'

export type SandboxOrder = { readonly kind: 'examine'; readonly home: string }

export type SandboxAnswer = { readonly kind: 'status'; readonly status: SandboxStatus }
