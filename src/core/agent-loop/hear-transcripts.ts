// What agents write down themselves: some tell what they used only there, and all of them what was said. Each is kept once,
// however often it is read.
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { keepEntries } from '../conversations/keep-entries.ts'
import type { StoreWriter } from '../store.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { keepNews } from './keep-news.ts'
import { locateTranscript, type TranscriptLocation } from '../agents/locate-transcript.ts'
import type { Runtime } from '../agents/runtime.ts'
import type { ReadPart } from '../agents/transcripts.ts'

type Deps = Pick<
  AgentDeps,
  'store' | 'clock' | 'runtimes' | 'transcripts' | 'files' | 'environment' | 'prices'
>

export async function hearTranscripts(deps: Deps, record: AgentRecord): Promise<void> {
  // Of some programs they tell nothing that we can read.
  if (!deps.runtimes[record.runtime].readTranscriptLine) return
  const found = await locateTranscript(deps, record)
  if (found === null) return
  for (const path of await deps.transcripts.listParts(found.path, found.folder))
    await hearPart(deps, record, path, found)
}

async function hearPart(
  deps: Deps,
  record: AgentRecord,
  path: string,
  { path: main, folder }: TranscriptLocation,
): Promise<void> {
  const { store, transcripts, runtimes } = deps
  const kept = await store.read.conversations.readUpTo(record.id, path)
  const part = await transcripts.readNew(path, folder, kept)
  const told = readLines(runtimes[record.runtime], part.lines)
  // How long the agent's own conversation is, a subagent's doesn't tell.
  if (path !== main) for (const item of told.usage) Object.assign(item, { ofSubagent: true })
  if (told.usage.length === 0 && told.entries.length === 0) return
  try {
    await store.write(async (writer) => {
      // Others may have told of it since we looked.
      const current = await writer.agents.byId(record.id)
      if (!current) return
      const at = timestampFromMs(deps.clock.nowMs())
      const { generation } = record
      if (told.usage.length > 0)
        await keepNews(deps, writer, current, { news: told.usage, generation, source: 'transcript', at })
      // Also where its hooks are silent: a line of its conversation is something that it did.
      if (told.entries.length > 0) await writer.agents.change(current.id, { movedAt: at })
      await keepEntries(writer, current, { entries: told.entries, source: 'transcript', at })
      await noteRead(writer, record, path, part)
    })
  } catch (error) {
    transcripts.rewind(path, part.from)
    throw error
  }
}

function readLines({ readTranscriptLine, readConversation }: Runtime, lines: readonly string[]) {
  return {
    // What it did is known from hooks, which are younger: only what it used is wanted.
    usage: lines.flatMap((line) => readTranscriptLine?.(line) ?? []).filter(({ kind }) => kind === 'usage'),
    entries: lines.flatMap((line) => readConversation?.(line) ?? []),
  }
}

/** Two may read at the same time: what the other one has not kept yet must be read again after a crash. */
async function noteRead(
  { conversations }: StoreWriter,
  { id }: AgentRecord,
  path: string,
  { from, next }: ReadPart,
): Promise<void> {
  if (from === 0 || (await conversations.readUpTo(id, path)) === from)
    await conversations.noteRead(id, path, next)
}
