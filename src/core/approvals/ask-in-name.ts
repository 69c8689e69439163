// A request in somebody's own name, in words and not at a gate: from whom it is, and whether one more may wait.
import type { Principal } from '../access/principal.ts'
import type { Clock } from '../clock.ts'
import type { StoreWriter } from '../store.ts'
import type { ApprovalRecord } from './approval-record.ts'
import { askApproval, type AskDeps, type NewApproval } from './ask-approval.ts'
import { requireRoom } from './require-room.ts'

type Matter = Pick<NewApproval, 'id' | 'kind' | 'title' | 'risk' | 'content' | 'why' | 'waitMs'>

export async function askInName(
  deps: AskDeps & { readonly clock: Clock },
  writer: StoreWriter,
  by: Principal,
  matter: Matter,
): Promise<ApprovalRecord> {
  await requireRoom(writer)
  const { actor: requester, agent, generation } = by
  const record = agent && (await writer.agents.byName(agent))
  const project = record ? record.project : null
  const asked = { ...matter, requester, agent, generation, project, inDialog: false, call: null, asker: null }
  return askApproval(deps, writer, asked, deps.clock.nowMs())
}
