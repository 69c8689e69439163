// Who is told what concerns no agent in particular: the supervisor of the project, else one without a project, else any.
import type { AgentId, AgentName } from '../../protocol/ids.ts'
import type { AgentRecord } from '../agents/agent-record.ts'

/** Nobody is told of their own trouble, and a plain program can't read. The project is that of who it is about, unless one is named. */
export function chooseSupervisor(
  agents: readonly AgentRecord[],
  about: AgentId | null,
  project = agents.find(({ id }) => id === about)?.project ?? null,
): AgentName | undefined {
  const supervisors = agents.filter(
    ({ role, desired, runtime, id }) =>
      role === 'supervisor' && desired === 'running' && runtime !== 'shell' && id !== about,
  )
  const own = supervisors.find((each) => each.project === project)
  return (own ?? supervisors.find((each) => each.project === null) ?? supervisors[0])?.name
}
