// Brings each agent its mail: looks, decides, and types. One at a time for an agent, so that a busy one delays only its own (M8).
import { makeTurns } from '../../../lib/turns.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { AgentId, AgentName } from '../../../protocol/ids.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'
import { carryOut } from './carry-out.ts'
import { MESSAGES_MAX } from './choose-load.ts'
import { QUOTED_MAX_BYTES } from './compose-envelope.ts'
import type { CourierDeps, CourierDesk } from './courier-desk.ts'
import { decideDelivery } from './decide-delivery.ts'
import { lookAtMail } from './look-at-mail.ts'
import { claimMove, makeWorkspaceMoves } from '../make-workspace-moves.ts'
import { noteWaiting } from './note-waiting.ts'

export interface Courier {
  /** Something may be due for this agent. Resolves when it was looked at: one look that has not begun is enough for all who ask. */
  attend(agent: AgentId): Promise<void>
  /** Looks after everybody who has mail, and after the workspaces of those who rest. */
  round(agents: readonly AgentRecord[]): Promise<void>
  /** The end of a move of its workspace; undefined when none is under way. */
  moveOf(agent: AgentName): Promise<void> | undefined
  /** Resolves when no workspace is being moved any more. */
  settled(): Promise<void>
}

export function makeCourier(deps: CourierDeps): Courier {
  const { store, onError } = deps
  const inTurn = makeTurns()
  const desk: CourierDesk = { deps, memories: new Map(), notBefore: new Map(), moving: new Set() }

  /** Looks that have not begun. A flood of messages asks for far more than are needed. */
  const due = new Map<AgentId, Promise<void>>()

  const look = (id: AgentId) =>
    inTurn(id, async () => {
      due.delete(id)
      try {
        const moving = await attendOnce(desk, id)
        if (moving) moves.begin(moving)
      } catch (error) {
        // A pane that ended in between is found at the next look.
        if (!(error instanceof CmuxError)) onError(error, `bringing ${id} its mail`)
      }
    })

  const attend = (id: AgentId) => {
    const coming = due.get(id) ?? look(id)
    due.set(id, coming)
    return coming
  }

  const moves = makeWorkspaceMoves(desk, { inTurn, attend })
  return {
    attend,
    async round(agents) {
      await moves.beginDue(agents)
      const busy = await store.read.messages.agentsWithMail()
      const forgotten = [...desk.memories.keys()].filter((id) => !busy.includes(id))
      for (const id of forgotten) desk.memories.delete(id)
      await Promise.all(busy.map(attend))
    },
    moveOf: moves.moveOf,
    settled: moves.settled,
  }
}

/** Gives back the agent when its workspace is to be moved first. */
async function attendOnce(desk: CourierDesk, id: AgentId): Promise<AgentRecord | undefined> {
  const { deps } = desk
  const { messages, agents } = deps.store.read
  const record = await agents.byId(id)
  // One that runs elsewhere comes for its mail.
  if (!record || record.elsewhere) return undefined
  await keepLongBodies(deps, record)
  const open = await messages.openDelivery(id)
  const waiting = open ? [] : await messages.waiting(id, 1)
  if (!open && waiting.length === 0) return undefined
  // Its process may live: what it has, and whether it has it, is known once it is seen gone or well (P9).
  if (record.pane !== null && (record.ending !== null || UNSURE.has(record.status))) {
    await noteWaiting(deps, record, 'it is being ended, or does not answer')
    return undefined
  }
  const view = await lookAtMail(desk, { record, open }, waiting)
  const decision = decideDelivery(view, deps.clock.monotonicMs())
  if (decision.do === 'paste') {
    // Its end attends to it again.
    if (desk.moving.has(id)) return undefined
    if (await claimMove(desk, record)) return record
  }
  await carryOut(desk, { record, open }, decision)
  return undefined
}

const UNSURE: ReadonlySet<AgentRecord['status']> = new Set(['dead', 'stopped', 'unknown'])

/** What the next deliveries can take. */
const FILED_AHEAD = { first: 3 * MESSAGES_MAX, overBytes: QUOTED_MAX_BYTES }

/** Before anything is quoted: a hook can't wait for a file. */
async function keepLongBodies({ store, mailFiles }: CourierDeps, { id, name }: AgentRecord): Promise<void> {
  for (const message of await store.read.messages.unfiled(id, FILED_AHEAD)) {
    const attachment = await mailFiles.keep(name, message.id, message.body)
    await store.write((writer) => writer.messages.move(message.id, { attachment }))
  }
}
