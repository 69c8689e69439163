// Keeps what became known of an agent's conversation, with the event that tells of it. What is known already stays.
import type { ConversationEntry } from '../../protocol/messages/conversation.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { StoreWriter } from '../store.ts'
import { cleanEntry } from './clean-entry.ts'
import type { EntrySource } from './conversation-table.ts'

export interface Learned {
  readonly entries: readonly ConversationEntry[]
  readonly source: EntrySource
  readonly at: Timestamp
}

type Writer = Pick<StoreWriter, 'conversations' | 'events' | 'mask'>
type Speaker = Pick<AgentRecord, 'id' | 'name' | 'session'>

/** Says how many were new. */
export async function keepEntries(
  writer: Writer,
  agent: Speaker,
  { entries, source, at }: Learned,
): Promise<number> {
  const { conversations, events, mask } = writer
  const { id, name } = agent
  let added = 0
  for (const entry of entries) {
    const whole = await complete(writer, agent, entry)
    if (await conversations.add(id, cleanEntry(whole, mask), source, at)) added += 1
  }
  if (added === 0) return 0
  const upTo = (await conversations.last(id)) ?? 0
  const data = { agent: name, entries: added, upTo }
  await events.append({ type: 'conversation.grew', actor: `agent:${name}`, data })
  return added
}

/** Some programs name the conversation only at its beginning, and a tool only where it is used. */
async function complete(
  { conversations }: Writer,
  { id, session }: Speaker,
  entry: ConversationEntry,
): Promise<ConversationEntry> {
  const named = { ...entry, session: entry.session || (session ?? '') }
  if (entry.kind !== 'result' || entry.tool?.name !== '') return named
  const use = await conversations.find(id, `tool:${entry.tool.id}`)
  return { ...named, tool: { ...entry.tool, name: use?.tool?.name ?? '' } }
}
