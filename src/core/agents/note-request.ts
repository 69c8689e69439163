// What was asked of an agent, by whom, with what it changes.
import type { AgentDeps } from './agent-deps.ts'
import type { AgentChange, AgentRecord } from './agent-record.ts'

export async function noteRequest(
  { store }: AgentDeps,
  record: AgentRecord,
  actor: string,
  what: string,
  change: AgentChange,
): Promise<void> {
  await store.write(async ({ agents, events }) => {
    await agents.change(record.id, change)
    await events.append({ type: 'agent.asked', actor, data: { agent: record.name, what } })
  })
}
