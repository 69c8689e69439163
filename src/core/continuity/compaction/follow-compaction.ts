// Whether a conversation was shortened, or is another one, from what its program tells.
import type { Timestamp } from '../../../protocol/timestamp.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'
import type { HookNews } from '../../agents/runtime.ts'
import type { StoreWriter } from '../../store.ts'
import { endCompaction } from './end-compaction.ts'

export async function followCompaction(
  writer: StoreWriter,
  before: AgentRecord,
  news: readonly HookNews[],
  at: Timestamp,
): Promise<void> {
  // What is told twice, at its end and with the session after it, is one.
  const isNews = before.compaction !== null || before.context !== null
  if (isNews && news.some(isShortened)) return endCompaction(writer, before, at)
  // What is known of another conversation does not hold for this one.
  if (isNews && news.some((item) => isOther(item, before)))
    await writer.agents.change(before.id, { context: null, compaction: null })
}

function isShortened(item: HookNews): boolean {
  if (item.kind === 'compaction') return item.phase === 'after'
  return item.kind === 'session' && item.source === 'compact'
}

function isOther(item: HookNews, { session }: AgentRecord): boolean {
  return item.kind === 'session' && item.source !== 'compact' && item.sessionId !== session
}
