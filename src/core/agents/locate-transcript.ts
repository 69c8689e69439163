// Where the transcript of an agent is, and the folder that it may be in: what its hooks name elsewhere is not read.
import type { AgentDeps } from './agent-deps.ts'
import type { AgentRecord } from './agent-record.ts'

type Deps = Pick<AgentDeps, 'runtimes' | 'files' | 'environment'>

export interface TranscriptLocation {
  readonly path: string
  readonly folder: string
}

/** Null for a program that has none, or has named none. `named`: an earlier one of the same agent. */
export async function locateTranscript(
  deps: Deps,
  record: AgentRecord,
  named = record.transcript,
): Promise<TranscriptLocation | null> {
  const { transcriptFolder, transcriptPath } = deps.runtimes[record.runtime]
  if (!transcriptFolder || named === null) return null
  const agentHome = await deps.files.homeOf(record.name)
  const ownFolder = record.confinement?.confined ? record.folder : null
  const hasOwnConversations = record.confinement?.conversations === 'own'
  const place = { agentHome, environment: deps.environment, ownFolder, hasOwnConversations }
  const folder = transcriptFolder(place)
  if (folder === null) return null
  return { folder, path: transcriptPath?.(named, place) ?? named }
}
