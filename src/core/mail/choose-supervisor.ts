// Which supervisor is told of a matter: that of the project, else one that has no project. A supervisor never hears of another project,
// since each message is a turn that somebody pays for.
import type { AgentId, AgentName, ProjectName } from '../../protocol/ids.ts'
import type { AgentRecord } from '../agents/agent-record.ts'

type Candidate = Pick<AgentRecord, 'id' | 'name' | 'role' | 'desired' | 'runtime' | 'project'>

/** Nobody is told of their own trouble, and a plain program can't read. The project is that of the agent it is about, unless one is named. */
export function chooseSupervisor(
  agents: readonly Candidate[],
  about: AgentId | null,
  project: ProjectName | null = agents.find(({ id }) => id === about)?.project ?? null,
): AgentName | undefined {
  const supervisors = listSupervisors(agents).filter(({ id }) => id !== about)
  const ofProject = supervisors.find((each) => each.project === project)
  return (ofProject ?? supervisors.find((each) => each.project === null))?.name
}

/** For what names no project at all: also the only supervisor that there is. */
export function chooseAnySupervisor(agents: readonly Candidate[]): AgentName | undefined {
  const supervisors = listSupervisors(agents)
  return chooseSupervisor(agents, null, null) ?? (supervisors.length === 1 ? supervisors[0]?.name : undefined)
}

const listSupervisors = (agents: readonly Candidate[]) =>
  agents.filter(
    ({ role, desired, runtime }) => role === 'supervisor' && desired === 'running' && runtime !== 'shell',
  )
