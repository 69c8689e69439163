// Keeps what a hook or a transcript told: the events, what it used, and how the register knows the agent from then on.
import { redactSecrets } from '../../lib/redact-secrets.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentChange, AgentRecord } from '../agents/agent-record.ts'
import type { HookNews } from '../agents/runtime.ts'
import { charge } from '../budgets/charge.ts'
import { chargeNews } from '../budgets/charge-news.ts'
import { quotaAfter } from '../budgets/quota-after.ts'
import { followCompaction } from '../continuity/compaction/follow-compaction.ts'
import { findDeliveries } from '../mail/delivery/compose-envelope.ts'
import type { StoreWriter } from '../store.ts'
import { takeNews } from './take-news.ts'

interface Heard {
  readonly news: readonly HookNews[]
  /** Which start of the agent says so; null when nobody knows. */
  readonly generation: number | null
  /** It is gone, whether or not another start took its place. */
  readonly hasEnded?: boolean
  readonly source: 'hook' | 'transcript'
  readonly at: Timestamp
}

export async function keepNews(
  deps: Pick<AgentDeps, 'prices'>,
  writer: StoreWriter,
  record: AgentRecord,
  heard: Heard,
): Promise<void> {
  const { news, source, at } = heard
  const generation = heard.generation ?? record.generation
  for (const item of news) {
    await tell(writer, record, { item, generation, at })
    await chargeNews(deps, writer, record, { item, at })
  }
  // A late word of a process that is gone is history; it says nothing of the one that runs.
  if (generation < record.generation || heard.hasEnded === true) return
  const change: AgentChange = {
    turn: takeNews(record.turn, news, source, at),
    ...conversationAfter(record, news),
    ...(news.some(({ kind }) => kind === 'turn started') && { carried: 0 }),
    ...(news.some(isAskedOtherwise) && { cutAt: null }),
    quota: quotaAfter(record.quota, news, at),
    ...(news.some(isDeed) && { movedAt: at }),
  }
  await writer.agents.change(record.id, change)
  await followCompaction(writer, record, news, at)
}

/** That it waits or rests is nothing that it has done. */
const isDeed = ({ kind }: HookNews) => kind !== 'waiting' && kind !== 'idle' && kind !== 'session ended'

/** By a person at its terminal, or by itself: it has something to go on with, and whoever asked knows what. */
function isAskedOtherwise(item: HookNews): boolean {
  return item.kind === 'turn started' && item.prompt !== null && findDeliveries(item.prompt).length === 0
}

type Conversation = Pick<AgentRecord, 'session' | 'hasTalked' | 'transcript'>

function conversationAfter(
  { session, hasTalked, transcript }: AgentRecord,
  news: readonly HookNews[],
): Conversation {
  return news.reduce(conversationWith, { session, hasTalked, transcript })
}

function conversationWith(before: Conversation, item: HookNews): Conversation {
  if (item.kind === 'turn started') return { ...before, hasTalked: true }
  if (item.kind !== 'session') return before
  const { sessionId, source } = item
  const transcript = item.transcript ?? before.transcript
  if (sessionId === before.session) return { ...before, transcript }
  return { session: sessionId, hasTalked: source === 'resume' || source === 'compact', transcript }
}

/** What a tool was given may be a whole file; the history keeps enough to know what was done. */
const INPUT_MAX_CHARS = 4000

interface Item {
  readonly item: HookNews
  readonly generation: number
  readonly at: Timestamp
}

async function tell(writer: StoreWriter, record: AgentRecord, { item, generation }: Item): Promise<void> {
  const { events } = writer
  const agent = record.name
  const actor = `agent:${agent}`
  if (item.kind === 'session' && item.sessionId !== record.session)
    await events.append({
      type: 'agent.session',
      actor,
      data: { agent, session: item.sessionId, source: item.source },
    })
  if (item.kind === 'tool started') {
    const { id, tool } = item
    const input = redactSecrets(JSON.stringify(item.input) ?? '').slice(0, INPUT_MAX_CHARS)
    await charge(writer, record, {
      counts: { tools: 1 },
      event: (task) => ({ type: 'tool.started', actor, data: { agent, generation, id, tool, input, task } }),
    })
  }
  if (item.kind === 'tool ended') {
    const { id, tool } = item
    const failure = item.failure === null ? null : redactSecrets(item.failure)
    await events.append({ type: 'tool.ended', actor, data: { agent, generation, id, tool, failure } })
  }
}
