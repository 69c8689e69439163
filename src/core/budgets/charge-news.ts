// What of an agent's news is counted: turns that it took, and tokens that its messages used.
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { AgentChange, AgentRecord } from '../agents/agent-record.ts'
import type { HookNews } from '../agents/runtime.ts'
import type { StoreWriter } from '../store.ts'
import { charge } from './charge.ts'
import { priceTokens, type PriceList } from './price-list.ts'

export async function chargeNews(
  { prices }: { readonly prices: PriceList },
  writer: StoreWriter,
  record: AgentRecord,
  { item, at }: { readonly item: HookNews; readonly at: Timestamp },
): Promise<void> {
  if (item.kind === 'session' && item.transcript !== null)
    await writer.agents.noteTranscript(record.id, item.transcript, at)
  if (item.kind !== 'usage') return
  const added = await writer.agents.addUsage(record.id, item, at)
  if (!added) return
  // After a restart transcripts are read again: only what is new says how long the conversation is now.
  await writer.agents.change(record.id, contextAfter(item, at))
  const counts = priceTokens(prices, added)
  const { message, model, input, output, cacheRead, cacheWrite } = added
  const nanoUsd = counts.unpriced > 0 ? null : counts.nanoUsd
  const data = { agent: record.name, model, input, output, cacheRead, cacheWrite, message, nanoUsd }
  await charge(writer, record, {
    counts,
    model,
    event: (task) => ({ type: 'usage.counted', actor: `agent:${record.name}`, data: { ...data, task } }),
  })
}

/** With its answer, which is a part of it from then on. */
function contextAfter(item: Extract<HookNews, { kind: 'usage' }>, at: Timestamp): AgentChange {
  if (item.ofSubagent === true) return {}
  const { input, output, cacheRead, cacheWrite, model } = item
  return { context: { tokens: input + output + cacheRead + cacheWrite, model, at } }
}

/** A prompt that was refused began nothing. More to do at the end of a turn is a part of that turn. */
export async function chargeTurn(
  writer: StoreWriter,
  record: AgentRecord,
  news: readonly HookNews[],
  generation: number | null,
): Promise<void> {
  if (!news.some(({ kind }) => kind === 'turn started')) return
  const data = { agent: record.name, generation: generation ?? record.generation }
  await charge(writer, record, {
    counts: { turns: 1 },
    event: (task) => ({ type: 'turn.started', actor: `agent:${record.name}`, data: { ...data, task } }),
  })
}
