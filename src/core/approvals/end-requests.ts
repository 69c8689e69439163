// With an agent's process end its requests: nobody is left who could use what would be approved.
import type { AgentName } from '../../protocol/ids.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { StoreWriter } from '../store.ts'
import { withdrawApproval } from './withdraw-approval.ts'

export async function endRequests(
  writer: StoreWriter,
  agent: AgentName,
  why: string,
  at: Timestamp,
): Promise<void> {
  for (const asked of await writer.approvals.openOf(agent))
    // cmux pushes by itself: the agent's next start hears of it.
    if (asked.kind === 'push') continue
    else if (asked.state === 'waiting') await withdrawApproval(writer, asked, { actor: 'system', why, at })
    else await writer.approvals.change(asked.id, { call: null })
}
