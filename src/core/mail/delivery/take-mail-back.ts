// Mail that was typed into the prompt of an agent that takes none now: it waits again, and was not tried.
import type { Timestamp } from '../../../protocol/timestamp.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'
import type { HookNews } from '../../agents/runtime.ts'
import type { StoreWriter } from '../../store.ts'
import { findDeliveries } from './compose-envelope.ts'
import { takeBack } from './take-back.ts'

export async function takeMailBack(
  writer: StoreWriter,
  { id }: AgentRecord,
  news: readonly HookNews[],
  at: Timestamp,
): Promise<void> {
  const open = await writer.messages.openDelivery(id)
  const isInPrompt = news.some(
    (item) => item.kind === 'turn started' && open && findDeliveries(item.prompt ?? '').includes(open.id),
  )
  if (open && isInPrompt) await takeBack(writer, open, { why: 'it is paused', isTry: false, at })
}
