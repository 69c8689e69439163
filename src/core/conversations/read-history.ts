// A page of an agent's conversation, for people, for the agent itself, and for supervisors of its project.
import type { HistoryEntry, HistoryQuery } from '../../protocol/messages/history.ts'
import type { AgentName } from '../../protocol/ids.ts'
import type { Page } from '../../protocol/page.ts'
import type { Principal } from '../access/principal.ts'
import { findAgent } from '../agents/find-agent.ts'
import { requireOverseer } from '../agents/require-overseer.ts'
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
  await requireOverseer(deps, name, by, 'the conversation')
  const { id } = await findAgent(deps, name)
  const { q, ...rest } = query
  const items = await deps.store.read.conversations.list({ ...rest, agent: id, search: q })
  const isMore = items.length === query.limit
  const edge = query.after === undefined ? items[0] : items.at(-1)
  return { items, next: isMore && edge ? String(edge.seq) : null }
}
