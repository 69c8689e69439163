// Whom a wish goes to: the supervisor of the project that is looked at, else one that runs, else any.
import type { Agent } from '../../protocol/agents/agent.ts'

export function chooseSupervisor(agents: readonly Agent[], project: string | undefined): Agent | undefined {
  const supervisors = agents.filter(({ role }) => role === 'supervisor')
  const mine = project === undefined ? supervisors : supervisors.filter((agent) => agent.project === project)
  return mine.find(({ desired }) => desired === 'running') ?? mine[0]
}
