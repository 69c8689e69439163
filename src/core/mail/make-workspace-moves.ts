// Workspaces that follow the main branch, between an agent's mail: while one is moved, nothing is typed into its agent.
import type { Turns } from '../../lib/turns.ts'
import type { AgentId, AgentName } from '../../protocol/ids.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { CourierDesk } from './delivery/courier-desk.ts'

interface WorkspaceMoves {
  /** Of an agent for which it was claimed. Its mail waits for it; the others' mail does not. */
  begin(record: AgentRecord): void
  /** Those that are due, of agents that have no mail as well. */
  beginDue(agents: readonly AgentRecord[]): Promise<void>
  /** The end of one that is under way. */
  moveOf(agent: AgentName): Promise<void> | undefined
  settled(): Promise<void>
}

interface Ways {
  readonly inTurn: Turns
  readonly attend: (agent: AgentId) => Promise<void>
}

/** However often somebody looks: each look reads where the main branches are. */
const APART_MS = 1000

export function makeWorkspaceMoves(desk: CourierDesk, { inTurn, attend }: Ways): WorkspaceMoves {
  const { workplaces, clock, onError } = desk.deps
  const moves = new Map<AgentName, Promise<void>>()
  const follow = async (record: AgentRecord) => {
    try {
      await workplaces.follow(record)
    } catch (error) {
      onError(error, `bringing the workspace of ${record.name} to the main branch`)
    } finally {
      desk.moving.delete(record.id)
    }
  }
  const begin = (record: AgentRecord) => {
    const move = follow(record)
    moves.set(record.name, move)
    void move.then(() => {
      moves.delete(record.name)
      return attend(record.id)
    })
  }
  let lookedMs = Number.NEGATIVE_INFINITY
  return {
    begin,
    async beginDue(agents) {
      const nowMs = clock.monotonicMs()
      if (nowMs - lookedMs < APART_MS) return
      lookedMs = nowMs
      for (const record of agents)
        if (await workplaces.mayFollow(record))
          await inTurn(record.id, async () => {
            if (await claimMove(desk, record)) begin(record)
          })
    },
    moveOf: (agent) => moves.get(agent),
    async settled() {
      await Promise.all(moves.values())
    },
  }
}

/** In the agent's turn, and before anything is pasted: what is told then is what it will find. */
export async function claimMove({ deps, moving }: CourierDesk, record: AgentRecord): Promise<boolean> {
  if (moving.has(record.id) || (await deps.store.read.messages.openDelivery(record.id))) return false
  if (!(await deps.workplaces.mayFollow(record))) return false
  moving.add(record.id)
  return true
}
