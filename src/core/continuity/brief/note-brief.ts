// Tells that an agent was given its brief.
import type { AgentRecord } from '../../agents/agent-record.ts'
import type { HookNews } from '../../agents/runtime.ts'
import type { StoreWriter } from '../../store.ts'

export async function noteBrief(
  { events }: Pick<StoreWriter, 'events'>,
  { name, generation }: Pick<AgentRecord, 'name' | 'generation'>,
  news: readonly HookNews[],
  brief: string,
): Promise<void> {
  const session = news.find((item) => item.kind === 'session')
  const source = session?.kind === 'session' ? session.source : 'mail'
  const bytes = new TextEncoder().encode(brief).length
  await events.append({
    type: 'agent.briefed',
    actor: 'system',
    data: { agent: name, generation, source, bytes },
  })
}
