// A page of an agent's conversation, for people, for the agent itself, and for supervisors.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { HistoryEntry, HistoryQuery } from '../../protocol/history.ts'
import type { AgentName } from '../../protocol/ids.ts'
import type { Page } from '../../protocol/page.ts'
import type { Principal } from '../access/principal.ts'
import { findAgent } from '../agents/find-agent.ts'
import type { Store } from '../store.ts'

interface Deps {
  readonly store: Store
}

export async function readHistory(
  deps: Deps,
  name: AgentName,
  query: HistoryQuery,
  by: Principal,
): Promise<Page<HistoryEntry>> {
  await requireReader(deps, name, by)
  const { id } = await findAgent(deps, name)
  const { q, ...rest } = query
  const items = await deps.store.read.conversations.list({ ...rest, agent: id, search: q })
  const isMore = items.length === query.limit
  const edge = query.after === undefined ? items[0] : items.at(-1)
  return { items, next: isMore && edge ? String(edge.seq) : null }
}

async function requireReader({ store }: Deps, name: AgentName, by: Principal): Promise<void> {
  if (by.agent === null || by.agent === name) return
  const asker = await store.read.agents.byName(by.agent)
  if (asker?.role !== 'supervisor')
    throw new CmuxError('FORBIDDEN', `the conversation of ${name} is not yours to read`, {
      hint: 'agents read their own; ask your supervisor',
    })
}
