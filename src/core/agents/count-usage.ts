// Some runtimes tell what they used only in their transcript. Each message is counted once, however often it is read.
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentDeps } from './agent-deps.ts'
import type { AgentRecord } from './agent-record.ts'
import { keepNews } from './hear-hook.ts'

type Deps = Pick<
  AgentDeps,
  'store' | 'clock' | 'runtimes' | 'transcripts' | 'files' | 'environment' | 'prices'
>

export async function countUsage(deps: Deps, record: AgentRecord): Promise<void> {
  const folder = await findTranscriptFolder(deps, record)
  if (record.transcript === null || folder === null) return
  for (const path of await deps.transcripts.listParts(record.transcript, folder))
    await countPart(deps, record, path, folder)
}

/** Null for a program whose transcripts tell nothing that we can read. */
export async function findTranscriptFolder(deps: Deps, record: AgentRecord): Promise<string | null> {
  const { readTranscriptLine, transcriptFolder } = deps.runtimes[record.runtime]
  if (!readTranscriptLine || !transcriptFolder) return null
  const agentHome = await deps.files.homeOf(record.name)
  return transcriptFolder({ agentHome, environment: deps.environment })
}

async function countPart(deps: Deps, record: AgentRecord, path: string, folder: string): Promise<void> {
  const { readTranscriptLine } = deps.runtimes[record.runtime]
  const lines = await deps.transcripts.readNew(path, folder)
  // What it did is known from hooks, which are younger: only what it used is wanted.
  const news = lines
    .flatMap((line) => readTranscriptLine?.(line) ?? [])
    .filter(({ kind }) => kind === 'usage')
  if (news.length === 0) return
  const at = timestampFromMs(deps.clock.nowMs())
  try {
    await deps.store.write(async (writer) => {
      // Others may have told of it since we looked.
      const current = await writer.agents.byId(record.id)
      if (current)
        await keepNews(deps, writer, current, {
          news,
          generation: record.generation,
          source: 'transcript',
          at,
        })
    })
  } catch (error) {
    deps.transcripts.rewind(path)
    throw error
  }
}
