// Pausing and resuming, one agent or all: only written down here, so that it survives whatever ends. The reconciler interrupts
// what runs, hooks refuse what would begin, and the courier holds mail back.
import { CmuxError } from '../../protocol/cmux-error.ts'
import { describePause } from '../../protocol/agents/describe-pause.ts'
import type { AgentName } from '../../protocol/ids.ts'
import { MessageId } from '../../protocol/messages/message.ts'
import type { RuntimeName } from '../../protocol/agents/runtime.ts'
import { timestampFromMs, type Timestamp } from '../../protocol/timestamp.ts'
import { BUDGET_ACTOR } from '../agents/budget-actor.ts'
import { QUOTA_ACTOR } from '../agents/quota-actor.ts'
import type { Clock } from '../clock.ts'
import { heldUp } from '../mail/delivery/held-up.ts'
import { quoteDroppedMail } from '../mail/delivery/quote-dropped-mail.ts'
import { SYSTEM_SENDER } from '../mail/sender.ts'
import { writeMessage } from '../mail/write-message.ts'
import type { Store, StoreWriter } from '../store.ts'
import type { AgentRecord, Pause, TurnSight } from '../agents/agent-record.ts'
import { findAgent } from '../agents/find-agent.ts'
import type { Runtime } from '../agents/runtime.ts'

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly runtimes: Readonly<Record<RuntimeName, Runtime>>
}

/** All agents there are at that moment, or the one that is named. */
export type Whom = AgentName | typeof EVERYBODY
/** No name has blanks. */
export const EVERYBODY = 'everybody there is'

export interface PauseRequest {
  readonly actor: string
  readonly why: string | null
}

/** Resolves with those that were not paused before; who paused first is who is named. */
export function pauseAgents(deps: Deps, whom: Whom, { actor, why }: PauseRequest): Promise<AgentRecord[]> {
  const since = timestampFromMs(deps.clock.nowMs())
  return eachOf(deps, whom, async (writer, record) => {
    // What a budget or a quota holds is held by a person from now on: room in the budget must not free it.
    if (record.paused && !isOwn(record.paused)) return false
    const cutsTurn = record.paused?.cutsTurn ?? hasTurn(record)
    await writePause(writer, record, { since, by: actor, why, cutsTurn }, actor)
    return true
  })
}

const isOwn = ({ by }: Pause) => by === BUDGET_ACTOR || by === QUOTA_ACTOR

export async function writePause(
  { agents, events }: StoreWriter,
  { id, name }: AgentRecord,
  paused: Pause,
  actor: string,
): Promise<void> {
  await agents.change(id, { paused })
  await events.append({ type: 'agent.paused', actor, data: { agent: name, why: paused.why } })
}

/** Resolves with those that were paused before. */
export function resumeAgents(deps: Deps, whom: Whom, actor: string): Promise<AgentRecord[]> {
  return eachOf(deps, whom, async (writer, record) => {
    if (!record.paused) return false
    if (record.paused.by === BUDGET_ACTOR) {
      if (whom === EVERYBODY) return false
      throw new CmuxError('BUDGET_USED_UP', `${record.name} is ${describePause(record.paused)}`)
    }
    await liftPause(deps, writer, record, actor)
    return true
  })
}

export async function liftPause(
  deps: Pick<Deps, 'clock' | 'runtimes'>,
  writer: StoreWriter,
  record: AgentRecord,
  actor: string,
): Promise<void> {
  const at = timestampFromMs(deps.clock.nowMs())
  const cutsTurn = record.paused?.cutsTurn === true
  await writer.agents.change(record.id, {
    paused: null,
    quota: null,
    turn: turnAfter(record, at),
    // Told once is enough.
    ...(cutsTurn && { cutAt: null, interrupt: await heldUp(writer, record, at) }),
  })
  await writer.events.append({ type: 'agent.resumed', actor, data: { agent: record.name } })
  if (record.paused?.cutsTurn) await tellToGoOn(deps, writer, record, record.paused)
}

/** In one transaction: either all of them are or none. */
async function eachOf(
  deps: Deps,
  whom: Whom,
  act: (writer: StoreWriter, record: AgentRecord) => Promise<boolean>,
): Promise<AgentRecord[]> {
  const named = whom === EVERYBODY ? undefined : await findAgent(deps, whom)
  return deps.store.write(async (writer) => {
    const changed: AgentRecord[] = []
    for (const record of await writer.agents.all())
      if ((!named || named.id === record.id) && (await act(writer, record))) changed.push(record)
    return changed
  })
}

/** A plain program has none: nobody could tell it to go on. */
export function hasTurn({ runtime, status }: AgentRecord): boolean {
  return runtime !== 'shell' && (status === 'working' || status === 'waiting')
}

/** An interrupted turn tells no end: what its hooks said last, and how often it repeated itself, is over. */
function turnAfter({ status, turn }: AgentRecord, at: Timestamp): TurnSight | null {
  if (status !== 'paused') return turn
  return { turn: 'idle', says: 'was resumed', source: 'cmux', at, repeats: 0, lastCall: '' }
}

async function tellToGoOn(
  deps: Pick<Deps, 'clock' | 'runtimes'>,
  writer: StoreWriter,
  record: AgentRecord,
  pause: Pause,
): Promise<void> {
  if (record.runtime === 'shell') return
  const letter = {
    id: MessageId.parse(`notice:resumed:${record.id}:${pause.since}`),
    to: record.name,
    subject: 'go on where you were',
    body: [
      `You were paused at ${pause.since}, in the middle of your work, and are resumed now. Look at how far you had come, and go on from there.`,
      ...(await quoteDroppedMail(writer, record, deps.runtimes[record.runtime], pause.since)),
    ].join('\n'),
  }
  await writeMessage(deps, writer, letter, SYSTEM_SENDER)
}
