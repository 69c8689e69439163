// The steps that a hook goes through, in this order: what holds the agent back comes first, then what it told is kept, and then it is
// given what waits for it. `test/contract/hook-order.test.ts` shows which of two steps answers.
import type { Timestamp } from '../../protocol/timestamp.ts'
import { isOver } from '../access/is-over.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentChange, AgentRecord } from '../agents/agent-record.ts'
import { BUDGET_ACTOR } from '../agents/budget-actor.ts'
import type { HookNews } from '../agents/runtime.ts'
import { followNews } from '../approvals/gate/follow-news.ts'
import { passGate } from '../approvals/gate/pass-gate.ts'
import { chargeTurn } from '../budgets/charge-news.ts'
import { holdToBudgets } from '../budgets/hold-to-budgets.ts'
import { askToSave } from '../continuity/compaction/ask-to-save.ts'
import { noteBrief } from '../continuity/brief/note-brief.ts'
import { keepEntries } from '../conversations/keep-entries.ts'
import { hearMail, type MailAnswer } from '../mail/delivery/hear-mail.ts'
import { takeMailBack } from '../mail/delivery/take-mail-back.ts'
import type { StoreWriter } from '../store.ts'
import { holdHook } from './hold-hook.ts'
import { isOfPast, type HookPass } from './hook-pass.ts'
import { keepNews } from './keep-news.ts'

export type HookDeps = Pick<
  AgentDeps,
  'clock' | 'entropy' | 'hashSecret' | 'runtimes' | 'limits' | 'prices' | 'budgets' | 'continuity'
>

export interface HookStep {
  readonly name: string
  /** Left out when a step before it has an answer. */
  readonly unlessAnswered?: boolean
  run(deps: HookDeps, writer: StoreWriter, pass: HookPass): Promise<Partial<HookPass> | void>
}

export const HOOK_STEPS: readonly HookStep[] = [
  { name: 'budgets', run: holdToItsBudgets },
  { name: 'pause', run: holdWhilePaused },
  { name: 'approval', unlessAnswered: true, run: askForApproval },
  { name: 'news', run: keepWhatItTold },
  { name: 'brief', unlessAnswered: true, run: giveBrief },
  { name: 'saving', unlessAnswered: true, run: askAtTurnEnd },
  { name: 'messages', unlessAnswered: true, run: giveMessages },
  { name: 'usage', run: chargeItsTurn },
  { name: 'conversation', run: keepConversation },
]

/** An agent over its limit begins nothing more; what it is about to do decides when it is held. */
async function holdToItsBudgets(
  deps: HookDeps,
  writer: StoreWriter,
  { told, record }: HookPass,
): Promise<Partial<HookPass> | void> {
  const gate = GATES.find(([kind]) => told.some((item) => item.kind === kind))?.[1]
  if (gate === undefined) return
  const heldMs = record.paused?.by === BUDGET_ACTOR ? 0 : null
  const look = { rules: deps.budgets, nowMs: deps.clock.nowMs(), gate, heldMs } as const
  return { record: await holdToBudgets(deps, writer, record, look) }
}

/** The first that fits counts. */
const GATES = [
  ['turn started', 'prompt'],
  ['tool started', 'tool'],
  ['turn ended', 'turn end'],
] as const satisfies readonly (readonly [HookNews['kind'], string])[]

async function holdWhilePaused(
  { runtimes }: HookDeps,
  _writer: StoreWriter,
  { record, call, told }: HookPass,
): Promise<Partial<HookPass> | void> {
  const { paused } = record
  const held = paused && holdHook(runtimes[record.runtime], { ...record, paused }, call.event, told)
  if (held) return { held: held.kind, answer: held.answer, news: held.news }
}

async function askForApproval(
  deps: HookDeps,
  writer: StoreWriter,
  { request, ...pass }: HookPass,
): Promise<Partial<HookPass> | void> {
  const gated = await passGate(deps, writer, { ...pass, asker: request })
  if (gated?.kind === 'wait') return { waitsFor: gated.approval }
  if (gated) return { answer: gated.answer, news: gated.news }
}

async function keepWhatItTold(
  deps: HookDeps,
  writer: StoreWriter,
  { record, by, at, told, held, ...pass }: HookPass,
): Promise<Partial<HookPass>> {
  const hasEnded = isOver(by, record)
  const news = [...(hasEnded ? [] : await followNews(writer, record, pass.news, at)), ...pass.news]
  await keepNews(deps, writer, record, { news, generation: by.generation, hasEnded, source: 'hook', at })
  // Its messages wait on. What it was in the middle of, it is told to go on with.
  if (held === 'prompt') await takeMailBack(writer, record, told, at)
  if (held === 'tool' && record.paused)
    await writer.agents.change(record.id, { paused: { ...record.paused, cutsTurn: true } })
  return { news }
}

async function giveBrief(
  { runtimes }: HookDeps,
  writer: StoreWriter,
  pass: HookPass,
): Promise<Partial<HookPass> | void> {
  const { record, news, call } = pass
  const { event, brief } = call
  if (brief === undefined || isOfPast(pass)) return
  const answer = runtimes[record.runtime].giveContext?.(event, brief)
  if (answer === undefined) return
  await noteBrief(writer, record, news, brief)
  return { answer }
}

/** An end of a turn that is answered with more to do is none. */
async function askAtTurnEnd(
  deps: HookDeps,
  writer: StoreWriter,
  pass: HookPass,
): Promise<Partial<HookPass> | void> {
  const { record, at } = pass
  if (isOfPast(pass)) return
  const { answer, holdsMail } = await askToSave(deps, writer, pass)
  if (answer !== undefined) await writer.agents.change(record.id, turnAfter(record, 'saves', at))
  return { holdsMail, ...(answer !== undefined && { answer }) }
}

/** A process of the past is given nothing: what waits is for the one that runs. */
async function giveMessages(
  deps: HookDeps,
  writer: StoreWriter,
  pass: HookPass,
): Promise<Partial<HookPass> | void> {
  const { record, at, holdsMail } = pass
  if (holdsMail === true || isOfPast(pass)) return
  const heard = await hearMail(deps, writer, { ...pass, mail: deps.runtimes[record.runtime].mail })
  if (!heard) return
  await writer.agents.change(record.id, turnAfter(record, heard.kind, at))
  return { answer: heard.answer, isSpared: heard.kind === 'refused' }
}

/** A prompt that is refused begins no turn. */
function turnAfter(record: AgentRecord, kind: MailAnswer['kind'] | 'saves', at: Timestamp): AgentChange {
  const step = { source: 'hook', at, repeats: 0, lastCall: '' } as const
  if (kind === 'refused')
    return { turn: { ...step, turn: 'idle', says: 'was spared a prompt that it had already' } }
  const carried = record.carried + 1
  const says = kind === 'saves' ? 'saves its progress' : 'goes on with its mail'
  return { carried, turn: { ...step, turn: 'working', says } }
}

async function chargeItsTurn(
  _deps: HookDeps,
  writer: StoreWriter,
  { record, news, by, isSpared }: HookPass,
): Promise<void> {
  if (isSpared !== true) await chargeTurn(writer, record, news, by.generation)
}

/** What was kept from the agent is no part of its conversation. */
async function keepConversation(
  { runtimes }: HookDeps,
  writer: StoreWriter,
  { record, call, at, held, isSpared }: HookPass,
): Promise<void> {
  if (held !== undefined || isSpared === true) return
  const entries = runtimes[record.runtime].readHookConversation?.(call.event, call.payload) ?? []
  await keepEntries(writer, record, { entries, source: 'hook', at })
}
