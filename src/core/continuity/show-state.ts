// Where an agent's work stands, for whoever asks: people, the agent itself, and supervisors of its project.
import type { AgentState } from '../../protocol/agents/work-state.ts'
import type { AgentName } from '../../protocol/ids.ts'
import type { Principal } from '../access/principal.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import { findAgent } from '../agents/find-agent.ts'
import { requireOverseer } from '../agents/require-overseer.ts'
import { measureContext } from './compaction/measure-context.ts'
import { observeWork } from './observe-work.ts'
import { writeBrief } from './brief/prepare-brief.ts'

type Deps = Pick<AgentDeps, 'clock' | 'continuity' | 'onError' | 'store'>

export async function showState(deps: Deps, name: AgentName, by: Principal): Promise<AgentState> {
  const record = await findAgent(deps, name)
  await requireOverseer(deps, name, by, 'the state')
  const { windows } = deps.continuity
  const kept = await deps.store.read.keepsakes.stateOf(record.id)
  return {
    state: await observeWork(deps, record),
    brief: await writeBrief(deps, record, 'this is as of now'),
    context: record.context && measureContext(windows, record.context),
    kept: kept ? { at: kept.at, why: kept.why, path: kept.path } : null,
  }
}
