// The ports that concern one agent: its own, and those that were opened for its whole project.
import type { AgentName } from '../../protocol/ids.ts'
import type { AgentPort } from '../../protocol/agents/port.ts'
import { findAgent } from '../agents/find-agent.ts'
import type { Store } from '../store.ts'

export async function listPorts({ store }: { readonly store: Store }, name: AgentName): Promise<AgentPort[]> {
  const { project } = await findAgent({ store }, name)
  const rows = await store.read.ports.all()
  return rows.filter(
    (row) => row.agent === name || (row.scope === 'project' && project !== null && row.project === project),
  )
}
