// The folder that transcripts of an agent may be in: what its hooks name elsewhere is not read.
import type { AgentDeps } from './agent-deps.ts'
import type { AgentRecord } from './agent-record.ts'

type Deps = Pick<AgentDeps, 'runtimes' | 'files' | 'environment'>

/** Null for a program that has none. */
export async function locateTranscripts(deps: Deps, record: AgentRecord): Promise<string | null> {
  const { transcriptFolder } = deps.runtimes[record.runtime]
  if (!transcriptFolder) return null
  const agentHome = await deps.files.homeOf(record.name)
  const ownFolder = record.confinement?.confined ? record.folder : null
  return transcriptFolder({ agentHome, environment: deps.environment, ownFolder })
}
