// What an agent that waits at a gate is told: from what the rules say, what was asked of a person before, and what became of it. Pure.
import type { ApprovalState } from '../../../protocol/approvals/approval.ts'
import type { ToolVerdict } from '../../rules/tool-judge.ts'
import type { GateCall } from './read-gate.ts'

export interface GateFacts {
  readonly kind: GateCall['kind']
  /** Undefined when there are no rules. */
  readonly verdict: ToolVerdict['verdict'] | undefined
  /** What was asked for this very call. */
  readonly asked: ApprovalState | undefined
  /** Its program asks us beside its dialog: a person at the terminal can answer while we wait. Others wait for us first. */
  readonly asksBeside: boolean
  /** And it will open one for this call when told to. */
  readonly opensDialog: boolean
}

/**
 * `pass`: nothing is said, its program decides as it would without us. `open`: a person is asked, here and in its own dialog.
 * `ask`: a person is asked, and it waits. `use`: it was approved, and begins now. `refuse`: a person, or the time, said no.
 */
export type GateStep = 'pass' | 'allow' | 'deny' | 'open' | 'ask' | 'wait' | 'use' | 'refuse'

/** A no stands: who still wants it has to use the tool again, and a person is asked again. */
const AFTER: Readonly<Record<ApprovalState, GateStep>> = {
  waiting: 'wait',
  approved: 'use',
  used: 'allow',
  denied: 'refuse',
  expired: 'refuse',
  withdrawn: 'refuse',
}

export function decideGate({ kind, verdict, asked, asksBeside, opensDialog }: GateFacts): GateStep {
  if (asked === 'waiting' && kind === 'tool' && opensDialog) return 'open'
  if (asked !== undefined) return AFTER[asked]
  // Its own dialog goes to the queue as well, unless that would keep it from whoever sits at the terminal.
  const wish = verdict ?? (kind === 'dialog' && asksBeside ? 'ask' : 'pass')
  return wish === 'ask' && kind === 'tool' && opensDialog ? 'open' : wish
}
