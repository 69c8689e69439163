// Reads what working agents write down of what they use, also where no hook tells for long; and once after each turn and start.
import type { AgentId } from '../../protocol/ids.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { hearTranscripts } from './hear-transcripts.ts'

type Deps = Pick<
  AgentDeps,
  'clock' | 'environment' | 'files' | 'onError' | 'prices' | 'runtimes' | 'store' | 'transcripts'
>

export type UsageWatch = (records: readonly AgentRecord[]) => Promise<void>

/** A look costs some questions to the file system. */
const EVERY_MS = 2000

export function makeUsageWatch(deps: Deps): UsageWatch {
  const seen = new Map<AgentId, { readonly countedMs: number; readonly isOver: boolean }>()
  return async (records) => {
    const nowMs = deps.clock.monotonicMs()
    const due = records.filter(({ id, status }) => {
      const last = seen.get(id)
      const isOver = status !== 'working'
      if (last && (isOver ? last.isOver : nowMs - last.countedMs < EVERY_MS)) return false
      seen.set(id, { countedMs: nowMs, isOver })
      return true
    })
    await Promise.all(
      due.map((record) =>
        hearTranscripts(deps, record).catch((error: unknown) =>
          deps.onError(error, `reading what ${record.name} wrote down`),
        ),
      ),
    )
  }
}
