// The program of an agent was given our tools; what an earlier start says of itself is nothing to this one.
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Principal } from '../access/principal.ts'
import type { AgentDeps } from './agent-deps.ts'

/** Resolves with whether it is news. */
export function noteTools(
  { store, clock }: Pick<AgentDeps, 'store' | 'clock'>,
  { agent: name, generation }: Principal,
): Promise<boolean> {
  return store.write(async ({ agents }) => {
    const record = name === null ? undefined : await agents.byName(name)
    if (!record || record.toolsAt !== null || generation !== record.generation) return false
    await agents.change(record.id, { toolsAt: timestampFromMs(clock.nowMs()) })
    return true
  })
}
