// The agents that are looked at: those of the frame's project, or all.
import type { Agent } from '../../protocol/agents/agent.ts'
import { useRoute } from '../data/use-route.ts'
import { useProject } from '../frame/use-project.ts'

export interface Agents {
  readonly agents: readonly Agent[]
  /** False: not known yet. */
  readonly isKnown: boolean
  readonly error: Error | null
}

const NONE: readonly Agent[] = []

export function useAgents(): Agents {
  const [project] = useProject()
  const { data, error } = useRoute('GET /api/agents', {
    query: project === undefined ? {} : { project: project },
  })
  return { agents: data?.items ?? NONE, isKnown: data !== undefined, error }
}
