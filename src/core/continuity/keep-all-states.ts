// Everybody is about to be ended: where the work of each one that runs stands is written down first (C1).
import type { AgentName } from '../../protocol/ids.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { WorkDeps } from './observe-work.ts'
import { tryToKeepState } from './try-to-keep-state.ts'

/** Resolves with those whose state is kept now. */
export async function keepAllStates(deps: WorkDeps): Promise<AgentName[]> {
  const running = (await deps.store.read.agents.all()).filter(({ startedAt }) => startedAt !== null)
  const kept = await Promise.all(
    running.map(async (record) => ((await tryToKeepState(deps, record, 'stop')) ? record : undefined)),
  )
  return kept.filter((record): record is AgentRecord => record !== undefined).map(({ name }) => name)
}
