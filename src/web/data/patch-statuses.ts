// An agent's status is in the event itself, and is shown at once; everything else is asked again.
import type { QueryClient } from '@tanstack/react-query'
import type { Agent } from '../../protocol/agents/agent.ts'
import type { Event } from '../../protocol/event.ts'

interface Agents {
  readonly items: readonly Agent[]
}

export function patchStatuses(queries: QueryClient, events: readonly Event[]): void {
  const newest = new Map<unknown, Event>()
  for (const event of events) if (event.type === 'agent.status') newest.set(event.data['agent'], event)
  if (newest.size === 0) return
  queries.setQueriesData<Agents>({ queryKey: ['GET /api/agents'] }, (old) =>
    old ? { ...old, items: old.items.map((agent) => patch(agent, newest.get(agent.name))) } : old,
  )
}

function patch(agent: Agent, event: Event | undefined): Agent {
  if (!event) return agent
  const { to, evidence } = event.data as { to: Agent['status']; evidence: Agent['evidence'] }
  return { ...agent, status: to, evidence, statusSince: event.at }
}
