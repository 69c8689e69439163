// Reads every transcript of every agent anew and compares what it says, message by message, with what was counted.
import type { UsageCheck, TokenSums } from '../../protocol/budgets/usage.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { Usage } from '../agents/agent-table.ts'
import { locateTranscript, type TranscriptLocation } from '../agents/locate-transcript.ts'
import { growUsage } from '../budgets/grow-usage.ts'
import { hearTranscripts } from './hear-transcripts.ts'

type Deps = Pick<
  AgentDeps,
  'store' | 'clock' | 'runtimes' | 'transcripts' | 'files' | 'environment' | 'prices'
>
/** Reading takes much less time than an agent between two answers. */
const TRIES_MAX = 5

type Row = UsageCheck['agents'][number]
type Messages = ReadonlyMap<string, Usage>

export async function checkUsage(deps: Deps): Promise<UsageCheck> {
  const agents: Row[] = []
  for (const record of await deps.store.read.agents.all())
    agents.push(await checkAgent(deps, record, TRIES_MAX))
  return { same: agents.every(({ same }) => same), agents }
}

/** One that writes while we look is looked at again. */
async function checkAgent(deps: Deps, record: AgentRecord, triesLeft: number): Promise<Row> {
  await hearTranscripts(deps, record)
  const row = await compare(deps, record)
  return row.same || triesLeft <= 1 ? row : checkAgent(deps, record, triesLeft - 1)
}

async function compare(deps: Deps, record: AgentRecord): Promise<Row> {
  const listed = await deps.store.read.agents.usageByMessage(record.id)
  const counted = new Map(listed.map((usage) => [usage.message, usage]))
  const found = await readTranscripts(deps, record)
  const shown = { agent: record.name, runtime: record.runtime, counted: sumOf(counted) }
  if (!found) return { ...shown, transcripts: 0, differ: 0, read: null, same: true }
  const names = new Set([...counted.keys(), ...found.messages.keys()])
  const differ = [...names].filter((name) => !isSame(counted.get(name), found.messages.get(name))).length
  return { ...shown, transcripts: found.files, differ, read: sumOf(found.messages), same: differ === 0 }
}

async function readTranscripts(
  deps: Deps,
  record: AgentRecord,
): Promise<{ files: number; messages: Messages } | undefined> {
  const { readTranscriptLine } = deps.runtimes[record.runtime]
  if (!readTranscriptLine || !deps.runtimes[record.runtime].transcriptFolder) return undefined
  const messages = new Map<string, Usage>()
  const files = new Map<string, TranscriptLocation>()
  const named = new Set([...(await deps.store.read.agents.transcripts(record.id)), record.transcript])
  for (const name of named) {
    const found = await locateTranscript(deps, record, name)
    if (found === null) continue
    for (const part of await deps.transcripts.listParts(found.path, found.folder)) files.set(part, found)
  }
  for (const [path, { folder }] of files)
    for await (const lines of deps.transcripts.readAll(path, folder))
      for (const item of lines.flatMap(readTranscriptLine)) if (item.kind === 'usage') keep(messages, item)
  return { files: files.size, messages }
}

function keep(messages: Map<string, Usage>, told: Usage): void {
  const grown = growUsage(messages.get(told.message), told)
  if (grown) messages.set(told.message, grown.whole)
}

const COUNTS = ['input', 'output', 'cacheRead', 'cacheWrite'] as const

function isSame(one: Usage | undefined, other: Usage | undefined): boolean {
  return one !== undefined && other !== undefined && COUNTS.every((key) => one[key] === other[key])
}

function sumOf(messages: Messages): TokenSums {
  const sums = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
  for (const usage of messages.values()) for (const key of COUNTS) sums[key] += usage[key]
  return sums
}
