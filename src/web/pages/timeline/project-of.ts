// Whose an event is: a project's, or of cmux itself. Pure.
import type { Agent } from '../../../protocol/agents/agent.ts'
import type { Event } from '../../../protocol/event.ts'

/** Undefined: of cmux itself, or of an agent that is gone. */
export function projectOf(
  { data }: Event,
  agents: readonly Pick<Agent, 'name' | 'project'>[],
): string | undefined {
  if (typeof data['project'] === 'string') return data['project']
  return agents.find(({ name }) => name === data['agent'])?.project ?? undefined
}
