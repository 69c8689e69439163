// What an agent's hook tells is kept with its events in one transaction, once per request: a repeat after a lost answer
// gets the first answer again.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { ApprovalId } from '../../protocol/ids.ts'
import type { RuntimeName } from '../../protocol/runtime.ts'
import { timestampFromMs, type Timestamp } from '../../protocol/timestamp.ts'
import { isOver } from '../access/is-over.ts'
import type { Principal } from '../access/principal.ts'
import type { StoreWriter } from '../store.ts'
import { BUDGET_ACTOR } from '../agents/budget-actor.ts'
import { charge } from '../budgets/charge.ts'
import { chargeNews, chargeTurn } from '../budgets/charge-news.ts'
import { holdToBudgets } from '../budgets/hold-to-budgets.ts'
import { quotaAfter } from '../budgets/quota-after.ts'
import { redactSecrets } from '../../lib/redact-secrets.ts'
import { keepEntries } from '../conversations/keep-entries.ts'
import { followNews } from '../approvals/follow-news.ts'
import { passGate } from '../approvals/pass-gate.ts'
import type { ToolVerdict } from '../rules/tool-judge.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentChange, AgentRecord } from '../agents/agent-record.ts'
import { holdHook, type Held } from './hold-hook.ts'
import { askToSave, type SaveAnswer, type TurnEnd } from '../continuity/ask-to-save.ts'
import { followCompaction } from '../continuity/follow-compaction.ts'
import { noteBrief } from '../continuity/note-brief.ts'
import { findDeliveries } from '../mail/compose-envelope.ts'
import { takeMailBack } from '../mail/take-mail-back.ts'
import { hearMail, type MailAnswer } from '../mail/hear-mail.ts'
import type { HookAnswer, HookNews } from '../agents/runtime.ts'
import { takeNews } from './take-news.ts'

export interface HookCall {
  readonly runtime: RuntimeName
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
  /** The sender's own number for it, the same in every repeat. */
  readonly request: string | null
  /** What it is told as its session begins. */
  readonly brief?: string | undefined
  /** What the rules say about the tool that it is about to use. */
  readonly verdict?: ToolVerdict | undefined
}

export type HookOutcome =
  | { readonly kind: 'answer'; readonly answer: HookAnswer }
  /** A person has to decide first: who asked asks again. */
  | { readonly kind: 'wait'; readonly approval: ApprovalId }

type Deps = Pick<
  AgentDeps,
  'store' | 'clock' | 'entropy' | 'hashSecret' | 'runtimes' | 'limits' | 'prices' | 'budgets' | 'continuity'
>

export async function hearHook(deps: Deps, call: HookCall, by: Principal): Promise<HookOutcome> {
  const { store, clock, runtimes } = deps
  const name = by.agent
  if (name === null) throw new CmuxError('FORBIDDEN', 'hooks speak with an agent’s token')
  // Two agents may choose the same number.
  const request = call.request === null ? null : `${name} ${call.request}`
  return store.write(async (writer) => {
    const known = request === null ? undefined : await writer.agents.hookAnswer(request)
    if (known !== undefined) return { kind: 'answer', answer: JSON.parse(known) as HookAnswer }
    const found = await writer.agents.byName(name)
    if (!found) throw new CmuxError('NOT_FOUND', `there is no agent ${name}`)
    if (found.runtime !== call.runtime) throw notItsRuntime(found, call.runtime)
    const told = runtimes[found.runtime].readHook(call.event, call.payload)
    const record = await heldToBudgets(deps, writer, found, told)
    const { paused } = record
    const held = paused && holdHook(runtimes[record.runtime], { ...record, paused }, call.event, told)
    const at = timestampFromMs(clock.nowMs())
    const gated = held
      ? undefined
      : await passGate(deps, writer, { record, call, told, by, at, asker: request })
    if (gated?.kind === 'wait') return gated
    const heard = held?.news ?? gated?.news ?? told
    const hasEnded = isOver(by, record)
    const news = [...(hasEnded ? [] : await followNews(writer, record, heard, at)), ...heard]
    await keepNews(deps, writer, record, { news, generation: by.generation, hasEnded, source: 'hook', at })
    const asked = { record, news, by, at }
    if (held) await noteHeld(writer, { ...asked, news: told }, held.kind)
    const own = held?.answer ?? gated?.answer
    const more = own ? { holdsMail: false } : await giveMore(deps, writer, asked, call)
    const mail = own || more.holdsMail ? undefined : await answerWithMail(deps, writer, asked)
    if (mail?.kind !== 'refused') await chargeTurn(writer, record, news, by.generation)
    if (!held && mail?.kind !== 'refused') await keepSaid(deps, writer, record, { call, at })
    const answer = own ?? more.answer ?? mail?.answer ?? {}
    if (request !== null) await writer.agents.keepHookAnswer(request, JSON.stringify(answer), at)
    return { kind: 'answer', answer }
  })
}

/** What was kept from it is no part of its conversation. */
async function keepSaid(
  { runtimes }: Deps,
  writer: StoreWriter,
  record: AgentRecord,
  { call, at }: { readonly call: HookCall; readonly at: Timestamp },
): Promise<void> {
  const entries = runtimes[record.runtime].readHookConversation?.(call.event, call.payload) ?? []
  await keepEntries(writer, record, { entries, source: 'hook', at })
}

/** Whoever is over the line begins nothing more; what it is about to do decides when it is held. */
function heldToBudgets(
  deps: Deps,
  writer: StoreWriter,
  record: AgentRecord,
  told: readonly HookNews[],
): Promise<AgentRecord> {
  const has = (kind: HookNews['kind']) => told.some((item) => item.kind === kind)
  const gate = has('turn started')
    ? 'prompt'
    : has('tool started')
      ? 'tool'
      : has('turn ended')
        ? 'turn end'
        : null
  if (gate === null) return Promise.resolve(record)
  const heldMs = record.paused?.by === BUDGET_ACTOR ? 0 : null
  const look = { rules: deps.budgets, nowMs: deps.clock.nowMs(), gate, heldMs } as const
  return holdToBudgets(deps, writer, record, look)
}

interface Asked {
  readonly record: AgentRecord
  readonly news: readonly HookNews[]
  readonly by: Principal
  readonly at: Timestamp
}

/** Its mail waits on; what it was in the middle of it is told to go on with. */
async function noteHeld(writer: StoreWriter, { record, news, at }: Asked, kind: Held['kind']): Promise<void> {
  if (kind === 'prompt') return takeMailBack(writer, record, news, at)
  if (record.paused) await writer.agents.change(record.id, { paused: { ...record.paused, cutsTurn: true } })
}

/** What going on with its work asks for: a brief as its session begins, a word at the end of a turn. */
async function giveMore(
  deps: Deps,
  writer: StoreWriter,
  { record, news, by, at }: Asked,
  { event, brief }: HookCall,
): Promise<SaveAnswer> {
  if (isOld(by, record)) return { holdsMail: false }
  const answer = brief === undefined ? undefined : deps.runtimes[record.runtime].giveContext?.(event, brief)
  if (brief === undefined || answer === undefined) return askAtTurnEnd(deps, writer, { record, news, at })
  await noteBrief(writer, record, news, brief)
  return { answer, holdsMail: false }
}

/** An end that is answered with more to do is none. */
async function askAtTurnEnd(deps: Deps, writer: StoreWriter, end: TurnEnd): Promise<SaveAnswer> {
  const { record, at } = end
  const asked = await askToSave(deps, writer, end)
  if (asked.answer !== undefined) await writer.agents.change(record.id, turnAfter(record, 'saves', at))
  return asked
}

/** Another start of the agent, or one that is asked to end. */
const isOld = ({ generation, late }: Principal, record: AgentRecord) =>
  late === true || (generation !== null && generation !== record.generation)

/** A process of the past is told nothing: what waits is for the one that runs. */
async function answerWithMail(
  deps: Deps,
  writer: StoreWriter,
  { record, news, by, at }: Asked,
): Promise<MailAnswer | undefined> {
  if (isOld(by, record)) return undefined
  const { mail } = deps.runtimes[record.runtime]
  const heard = await hearMail(deps, writer, { record, news, mail, at })
  if (!heard) return undefined
  await writer.agents.change(record.id, turnAfter(record, heard.kind, at))
  return heard
}

/** A prompt that is refused begins no turn; an end that is answered with more to do is none. */
function turnAfter(record: AgentRecord, kind: MailAnswer['kind'] | 'saves', at: Timestamp): AgentChange {
  const step = { source: 'hook', at, repeats: 0, lastCall: '' } as const
  if (kind === 'refused')
    return { turn: { ...step, turn: 'idle', says: 'was spared a prompt that it had already' } }
  const carried = record.carried + 1
  const says = kind === 'saves' ? 'saves its progress' : 'goes on with its mail'
  return { carried, turn: { ...step, turn: 'working', says } }
}

/** Words of another program, read as if they were this one's, would say things that never happened. */
function notItsRuntime({ name, runtime }: AgentRecord, told: RuntimeName): CmuxError {
  return new CmuxError('FORBIDDEN', `${name} is a ${runtime} agent, and this is a hook of ${told}`, {
    hint: `call /api/hooks/${runtime}/… instead`,
  })
}

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
  deps: Pick<Deps, 'prices'>,
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
