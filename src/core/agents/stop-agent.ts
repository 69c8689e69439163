// Stopping, restarting, removing: only written down here. The reconciler ends processes, and goes on after a crash.
import type { AgentName } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentDeps } from './agent-deps.ts'
import type { AgentChange, AgentRecord, Ending } from './agent-record.ts'
import { findAgent } from './find-agent.ts'
import { noteRequest } from './note-request.ts'
import { reofferTasks } from '../tasks/reoffer-tasks.ts'

export async function stopAgent(deps: AgentDeps, name: AgentName, actor: string): Promise<void> {
  const record = await findAgent(deps, name)
  const ending = endingOf(deps, record, 'stop', false)
  const change: AgentChange = { desired: 'stopped', gaveUp: null, ending }
  await noteRequest(deps, record, actor, 'stop', change, async (writer) => {
    const current = await writer.agents.byId(record.id)
    // Between two starts there is no end to be seen any more, on which its tasks would be offered again.
    if (current?.startedAt === null) await reofferTasks(deps, writer, current, `${name} was stopped`)
  })
}

export async function restartAgent(
  deps: AgentDeps,
  name: AgentName,
  { fresh }: { fresh: boolean },
  actor: string,
): Promise<void> {
  const record = await findAgent(deps, name)
  const ending = endingOf(deps, record, 'restart', fresh) ?? endedFor(deps, fresh)
  const change: AgentChange = { desired: 'running', gaveUp: null, ending }
  await noteRequest(deps, record, actor, fresh ? 'restart fresh' : 'restart', change)
}

/** Its process is ended, what it worked on is kept in the project, and then it is forgotten (P6). */
export async function removeAgent(deps: AgentDeps, name: AgentName, actor: string): Promise<void> {
  const record = await findAgent(deps, name)
  const ending = { why: 'remove', fresh: false, askedAt: timestampFromMs(deps.clock.nowMs()) } as const
  await noteRequest(deps, record, actor, 'remove', { desired: 'stopped', gaveUp: null, ending })
}

/** Null when there is no process to end. */
function endingOf(deps: AgentDeps, record: AgentRecord, why: Ending['why'], fresh: boolean): Ending | null {
  if (record.startedAt === null) return null
  return { why, fresh, askedAt: timestampFromMs(deps.clock.nowMs()) }
}

/** Nothing runs: the next start is one that was asked for. */
function endedFor(deps: AgentDeps, fresh: boolean): Ending {
  return { why: 'restart', fresh, askedAt: timestampFromMs(deps.clock.nowMs()) }
}
