// Writes down where an agent's work stands, before its conversation is shortened or its process ended (C1).
import type { KeptState } from '../../protocol/agents/work-state.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { observeWork, type WorkDeps } from './observe-work.ts'

async function keepState(deps: WorkDeps, record: AgentRecord, why: string): Promise<KeptState> {
  const { store, continuity } = deps
  const state = await observeWork(deps, record)
  const { at, project } = state
  const name = `compaction-${record.name}-${at.slice(11).replaceAll(/[:.]/g, '')}.json`
  const content = `${JSON.stringify({ ...state, why }, null, 2)}\n`
  const path = await continuity.putArtifact({ project, at, name, content })
  const kept = { at, why, path, state }
  await store.write(async ({ keepsakes, events }) => {
    await keepsakes.putState(record.id, kept)
    const data = { agent: record.name, generation: record.generation, why, path }
    const files = state.files_modified.length
    await events.append({ type: 'agent.state_kept', actor: 'system', data: { ...data, files } })
  })
  return kept
}

/** For what must happen whether or not the state could be kept: a stop that a person wants, for example. Says whether it was. */
export async function tryToKeepState(deps: WorkDeps, record: AgentRecord, why: string): Promise<boolean> {
  // Before its first start there is nothing to keep.
  if (record.generation === 0 || record.runtime === 'shell') return false
  try {
    await keepState(deps, record, why)
    return true
  } catch (error) {
    deps.onError(error, `keeping the state of ${record.name}`)
    return false
  }
}
