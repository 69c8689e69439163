// Brings each agent its mail: looks, decides, and types. One at a time for an agent, so that a busy one delays only its own (M8).
import { makeTurns } from '../../lib/turns.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { AgentId } from '../../protocol/ids.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { carryOut } from './carry-out.ts'
import { MESSAGES_MAX } from './choose-load.ts'
import { QUOTED_MAX_BYTES } from './compose-envelope.ts'
import type { CourierDeps, CourierDesk } from './courier-desk.ts'
import { decideDelivery } from './decide-delivery.ts'
import { lookAtMail } from './look-at-mail.ts'
import { noteWaiting } from './note-waiting.ts'

export interface Courier {
  /** Something may be due for this agent. Resolves when it was looked at: one look that has not begun is enough for all who ask. */
  attend(agent: AgentId): Promise<void>
  /** Looks after everybody who has mail. */
  round(): Promise<void>
}

export function makeCourier(deps: CourierDeps): Courier {
  const { store, onError } = deps
  const inTurn = makeTurns()
  const desk: CourierDesk = { deps, memories: new Map(), notBefore: new Map() }

  /** Looks that have not begun. A flood of messages asks for far more than are needed. */
  const due = new Map<AgentId, Promise<void>>()

  const look = (id: AgentId) =>
    inTurn(id, async () => {
      due.delete(id)
      try {
        await attendOnce(desk, id)
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

  return {
    attend,
    async round() {
      const busy = await store.read.messages.agentsWithMail()
      const forgotten = [...desk.memories.keys()].filter((id) => !busy.includes(id))
      for (const id of forgotten) desk.memories.delete(id)
      await Promise.all(busy.map(attend))
    },
  }
}

async function attendOnce(desk: CourierDesk, id: AgentId): Promise<void> {
  const { deps } = desk
  const { messages, agents } = deps.store.read
  const record = await agents.byId(id)
  // One that runs elsewhere comes for its mail.
  if (!record || record.elsewhere) return
  await keepLongBodies(deps, record)
  const open = await messages.openDelivery(id)
  const waiting = open ? [] : await messages.waiting(id, 1)
  if (!open && waiting.length === 0) return
  // Its process may live: what it has, and whether it has it, is known once it is seen gone or well (P9).
  if (record.pane !== null && (record.ending !== null || UNSURE.has(record.status)))
    return noteWaiting(deps, record, 'it is being ended, or does not answer')
  const view = await lookAtMail(desk, { record, open }, waiting)
  await carryOut(desk, { record, open }, decideDelivery(view, deps.clock.monotonicMs()))
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
