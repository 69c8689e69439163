// Stopping, restarting, removing: only written down here. The reconciler ends processes, and goes on after a crash.
import type { RestartOrder } from '../../protocol/agents/agent.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { AgentName } from '../../protocol/ids.ts'
import type { RuntimeName } from '../../protocol/agents/runtime.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentChange, AgentRecord, Ending } from '../agents/agent-record.ts'
import { endAgentTokens } from '../access/end-agent-tokens.ts'
import { tryToKeepState } from '../continuity/try-to-keep-state.ts'
import { chooseConfinement } from '../spawning/choose-confinement.ts'
import { chooseRuntime } from '../spawning/choose-runtime.ts'
import { findAgent } from '../agents/find-agent.ts'
import { noteRequest } from '../agents/note-request.ts'
import { requireHere } from '../elsewhere/require-here.ts'
import { reofferTasks } from '../tasks/reoffer-tasks.ts'

type Deps = Pick<
  AgentDeps,
  'clock' | 'confine' | 'confinement' | 'continuity' | 'environment' | 'onError' | 'runtimes' | 'store'
>

export async function stopAgent(deps: Deps, name: AgentName, actor: string): Promise<void> {
  const record = await findAgent(deps, name)
  requireHere(record)
  await keepWhileItRuns(deps, record, 'stop')
  const ending = endingOf(deps, record, 'stop', false)
  const change: AgentChange = { desired: 'stopped', gaveUp: null, ending, cutAt: null }
  await noteRequest(deps, record, actor, 'stop', change, async (writer) => {
    const current = (await writer.agents.byId(record.id)) ?? record
    await endAgentTokens(writer, current, timestampFromMs(deps.clock.nowMs()))
    // Between two starts there is no end to be seen any more, on which its tasks would be offered again.
    if (current.startedAt === null) await reofferTasks(deps, writer, current, `${name} was stopped`)
  })
}

export async function restartAgent(
  deps: Deps,
  name: AgentName,
  order: RestartOrder,
  actor: string,
): Promise<void> {
  const record = await findAgent(deps, name)
  requireHere(record)
  // What runs is not ended for a start that would be refused.
  await chooseConfinement(deps, record)
  const { runtime, model } = order
  if (runtime !== undefined) await chooseRuntime(deps, runtime)
  if (runtime === 'shell' || (runtime !== undefined && record.runtime === 'shell'))
    throw new CmuxError('BAD_REQUEST', 'runtime: a plain program takes no work over, and leaves none', {
      hint: 'spawn another agent instead',
    })
  // Another program can't read the conversation of this one.
  const fresh = order.fresh || (runtime !== undefined && runtime !== record.runtime)
  await keepWhileItRuns(deps, record, fresh ? 'hand-over' : 'restart')
  const why = endingOf(deps, record, 'restart', fresh) ?? endedFor(deps, fresh)
  const ending = { ...why, ...(runtime !== undefined && { runtime }), ...(model !== undefined && { model }) }
  const change: AgentChange = { desired: 'running', gaveUp: null, ending }
  await noteRequest(deps, record, actor, describeRestart(fresh, runtime), change)
}

function describeRestart(fresh: boolean, runtime: RuntimeName | undefined): string {
  if (runtime !== undefined) return `restart as ${runtime}`
  return fresh ? 'restart fresh' : 'restart'
}

/** What ended by itself has left its conversation and its files: those are looked at when it begins anew. */
async function keepWhileItRuns(deps: Deps, record: AgentRecord, why: string): Promise<void> {
  if (record.startedAt !== null) await tryToKeepState(deps, record, why)
}

/** Its process is ended, what it worked on is kept in the project, and then it is forgotten (P6). */
export async function removeAgent(deps: Deps, name: AgentName, actor: string): Promise<void> {
  const record = await findAgent(deps, name)
  await keepWhileItRuns(deps, record, 'remove')
  const ending = { why: 'remove', fresh: false, askedAt: timestampFromMs(deps.clock.nowMs()) } as const
  const change: AgentChange = { desired: 'stopped', gaveUp: null, ending }
  await noteRequest(deps, record, actor, 'remove', change, async (writer) =>
    endAgentTokens(writer, (await writer.agents.byId(record.id)) ?? record, ending.askedAt),
  )
}

/** Null when there is no process to end. */
function endingOf(deps: Deps, record: AgentRecord, why: Ending['why'], fresh: boolean): Ending | null {
  if (record.startedAt === null) return null
  return { why, fresh, askedAt: timestampFromMs(deps.clock.nowMs()) }
}

/** Nothing runs: the next start is one that was asked for. */
function endedFor(deps: Deps, fresh: boolean): Ending {
  return { why: 'restart', fresh, askedAt: timestampFromMs(deps.clock.nowMs()) }
}
