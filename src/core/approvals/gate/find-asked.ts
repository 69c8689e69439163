// The request that a call at a gate is about, if a person was asked for it before: by the same hook, at an earlier gate of the same
// call, or by a server that is gone.
import type { AgentRecord } from '../../agents/agent-record.ts'
import type { StoreWriter } from '../../store.ts'
import type { ApprovalRecord } from '../approval-record.ts'
import type { GateCall } from './read-gate.ts'
import { isSameUse } from './write-content.ts'

export async function findAsked(
  { approvals }: StoreWriter,
  { name, generation }: Pick<AgentRecord, 'name' | 'generation'>,
  gate: GateCall,
  asker: string | null,
): Promise<ApprovalRecord | undefined> {
  // A hook that has another input under the same number asks for something else.
  const isSame = ({ content }: ApprovalRecord) => isSameUse(content, gate)
  const own = asker === null ? undefined : await approvals.byAsker(asker)
  if (own && isSame(own) && !isReplay(own, gate)) return own
  const open = (await approvals.openOf(name)).filter(
    (each) => each.kind === 'tool' && each.generation === generation && isSame(each),
  )
  if (gate.kind === 'tool') return open.find((each) => each.call === gate.id && !isReplay(each, gate))
  const unclaimed = open.find((each) => each.asker === null && each.state !== 'used')
  if (!unclaimed) return open.find(({ state }) => state === 'used')
  // From here on it belongs to this hook: of two equal calls at once each has its own.
  if (asker !== null) await approvals.change(unclaimed.id, { asker })
  return unclaimed
}

/** What was used once is no reason to do it again; only a later gate of the same call may hear of it. */
function isReplay({ state }: ApprovalRecord, { kind }: GateCall): boolean {
  return state === 'used' && kind === 'tool'
}
