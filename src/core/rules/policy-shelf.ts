// Where the policy is kept: the port that the rules read it through.
import type { Policy } from '../../protocol/policy.ts'

export interface HeldPolicy {
  readonly file: string
  readonly policy: Policy
  readonly problem: string | null
  /** Of the file as it is; null when there is none. */
  readonly sha256: string | null
}

export interface PolicyShelf {
  /** As the file is now. Never throws: what can't be read is a problem, and asks for everything but reading. */
  read(): Promise<HeldPolicy>
}
