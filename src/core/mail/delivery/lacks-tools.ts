// Whether an agent's program was given our tools: a first prompt without them is a turn in which it can reach nobody.
import type { AgentDeps } from '../../agents/agent-deps.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'

/** `yet`: it is waited for. `still`: it had its time, and its mail does not wait any longer. */
export function lacksTools(
  { clock, runtimes, limits }: Pick<AgentDeps, 'clock' | 'runtimes' | 'limits'>,
  { runtime, toolsAt, startedAt }: AgentRecord,
): 'yet' | 'still' | null {
  if (toolsAt !== null || runtimes[runtime].connectsTools !== true) return null
  return clock.nowMs() - Date.parse(startedAt ?? '') < limits.toolsMs ? 'yet' : 'still'
}
