// What an agent waits for stands in the register: its status says so, and nobody takes it for one that stands still.
import type { AgentName } from '../../protocol/ids.ts'
import type { StoreWriter } from '../store.ts'

export async function noteApproval(
  { agents, approvals }: StoreWriter,
  name: AgentName | null,
): Promise<void> {
  const agent = name && (await agents.byName(name))
  if (!agent) return
  const open = await approvals.openOf(agent.name)
  const first = open.find(({ kind, state }) => kind === 'tool' && state === 'waiting')
  if (first?.id === agent.approval?.id) return
  const approval = first ? { id: first.id, title: first.title, since: first.createdAt } : null
  await agents.change(agent.id, { approval })
}
