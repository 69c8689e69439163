// The brief for a session that begins with something behind it: after a compaction, with its old conversation, or in the place
// of another one.
import type { AgentRecord } from '../../agents/agent-record.ts'
import { composeBrief } from './compose-brief.ts'
import { listNews } from './list-news.ts'
import { observeWork, type WorkDeps } from '../observe-work.ts'

/** What happened, by how its program says that the session begins. `clear` is not in here: then it is to forget. */
const REASONS: Readonly<Record<string, (record: AgentRecord) => string | undefined>> = {
  compact: () => 'your conversation was shortened',
  resume: () => 'you were started again, with your conversation',
  startup: ({ generation, name }) =>
    generation > 1 ? `you take over the work of ${name}, from an earlier conversation` : undefined,
}

const LETTERS_MAX = 5

/** Undefined when there is nothing to go on with. */
export async function prepareBrief(
  deps: WorkDeps,
  record: AgentRecord,
  source: string,
): Promise<string | undefined> {
  const why = Object.hasOwn(REASONS, source) ? REASONS[source]?.(record) : undefined
  return why === undefined ? undefined : writeBrief(deps, record, why)
}

export async function writeBrief(deps: WorkDeps, record: AgentRecord, why: string): Promise<string> {
  const { store, continuity } = deps
  const [state, kept, letters] = await Promise.all([
    observeWork(deps, record),
    store.read.keepsakes.stateOf(record.id),
    // Not what it has had and never acked: told again as new, it would be done again.
    store.read.messages.unsettled(record.id),
  ])
  const unread = {
    count: letters.length,
    letters: letters.slice(0, LETTERS_MAX).map(({ from, subject, body }) => `${from}: ${subject ?? body}`),
  }
  const news = kept ? listNews(kept.state, state) : []
  return composeBrief(
    { state, why, news, unread, kept: kept?.path ?? null },
    continuity.settings.briefMaxBytes,
  )
}
