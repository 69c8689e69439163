// Which agents are paused, as a sentence.
import type { Agent } from '../../protocol/agents/agent.ts'
import { describePause } from '../../protocol/agents/describe-pause.ts'

const NAMED_MAX = 3

/** Null when nobody is. */
export function describePaused(agents: readonly Pick<Agent, 'name' | 'paused'>[]): string | null {
  const paused = agents.filter((agent) => agent.paused)
  const [first] = paused
  if (!first?.paused) return null
  if (paused.length === 1) return `${first.name} is ${describePause(first.paused)}`
  if (paused.length === agents.length) return `All ${agents.length} agents are paused`
  if (paused.length > NAMED_MAX) return `${paused.length} of ${agents.length} agents are paused`
  const names = paused.map(({ name }) => name)
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''} are paused`
}
