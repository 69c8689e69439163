// Pausing and resuming, one agent or all: only written down here, so that it survives whatever ends. The reconciler interrupts
// what runs, hooks refuse what would begin, and the courier holds mail back.
import type { AgentName } from '../../protocol/ids.ts'
import { MessageId } from '../../protocol/message.ts'
import { timestampFromMs, type Timestamp } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import { SYSTEM_SENDER } from '../mail/sender.ts'
import { writeMessage } from '../mail/write-message.ts'
import type { Store, StoreWriter } from '../store.ts'
import type { AgentRecord, Pause, TurnSight } from './agent-record.ts'
import { findAgent } from './find-agent.ts'

interface Deps {
  readonly store: Store
  readonly clock: Clock
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
  return eachOf(deps, whom, async ({ agents, events }, record) => {
    if (record.paused) return false
    const paused: Pause = { since, by: actor, why, cutsTurn: hasTurn(record) }
    await agents.change(record.id, { paused })
    await events.append({ type: 'agent.paused', actor, data: { agent: record.name, why } })
    return true
  })
}

/** Resolves with those that were paused before. */
export function resumeAgents(deps: Deps, whom: Whom, actor: string): Promise<AgentRecord[]> {
  const at = timestampFromMs(deps.clock.nowMs())
  return eachOf(deps, whom, async (writer, record) => {
    if (!record.paused) return false
    await writer.agents.change(record.id, { paused: null, turn: turnAfter(record, at) })
    await writer.events.append({ type: 'agent.resumed', actor, data: { agent: record.name } })
    if (record.paused.cutsTurn) await tellToGoOn(deps, writer, record, record.paused)
    return true
  })
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
function hasTurn({ runtime, status }: AgentRecord): boolean {
  return runtime !== 'shell' && (status === 'working' || status === 'waiting')
}

/** An interrupted turn tells no end: what its hooks said last, and how often it repeated itself, is over. */
function turnAfter({ status, turn }: AgentRecord, at: Timestamp): TurnSight | null {
  if (status !== 'paused') return turn
  return { turn: 'idle', says: 'was resumed', source: 'cmux', at, repeats: 0, lastCall: '' }
}

async function tellToGoOn(deps: Deps, writer: StoreWriter, record: AgentRecord, pause: Pause): Promise<void> {
  if (record.runtime === 'shell') return
  const letter = {
    id: MessageId.parse(`notice:resumed:${record.id}:${pause.since}`),
    to: record.name,
    subject: 'go on where you were',
    body: `You were paused at ${pause.since}, in the middle of your work, and are resumed now. Look at how far you had come, and go on from there.`,
  }
  await writeMessage(deps, writer, letter, SYSTEM_SENDER)
}
