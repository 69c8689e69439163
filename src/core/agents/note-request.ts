// What was asked of an agent, by whom, with what it changes.
import type { AgentDeps } from './agent-deps.ts'
import type { AgentChange, AgentRecord } from './agent-record.ts'
import type { StoreWriter } from '../store.ts'

type Deps = Pick<AgentDeps, 'store'>

export async function noteRequest(
  { store }: Deps,
  record: AgentRecord,
  actor: string,
  what: string,
  change: AgentChange,
  also: (writer: StoreWriter) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await store.write(async (writer) => {
    const { agents, events } = writer
    await agents.change(record.id, change)
    await events.append({ type: 'agent.asked', actor, data: { agent: record.name, what } })
    await also(writer)
  })
}
