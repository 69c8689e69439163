// Some runtimes tell what they used only in their transcript. Each message is counted once, however often it is read.
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentDeps } from './agent-deps.ts'
import type { AgentRecord } from './agent-record.ts'
import { keepNews } from './hear-hook.ts'

type Deps = Pick<AgentDeps, 'store' | 'clock' | 'runtimes' | 'transcripts' | 'files' | 'environment'>

export async function countUsage(deps: Deps, record: AgentRecord): Promise<void> {
  const { readTranscriptLine, transcriptFolder } = deps.runtimes[record.runtime]
  if (record.transcript === null || !readTranscriptLine || !transcriptFolder) return
  const agentHome = await deps.files.homeOf(record.name)
  const folder = transcriptFolder({ agentHome, environment: deps.environment })
  if (folder === null) return
  const lines = await deps.transcripts.readNew(record.transcript, folder)
  // What it did is known from hooks, which are younger: only what it used is wanted.
  const news = lines.flatMap(readTranscriptLine).filter(({ kind }) => kind === 'usage')
  if (news.length === 0) return
  const at = timestampFromMs(deps.clock.nowMs())
  await deps.store.write(async (writer) => {
    // Others may have told of it since we looked.
    const current = await writer.agents.byId(record.id)
    if (current)
      await keepNews(writer, current, { news, generation: record.generation, source: 'transcript', at })
  })
}
