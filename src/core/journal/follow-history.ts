// Reads the history and writes down what belongs into the journal, in one commit with how far it was read: what was not noted
// before a crash is noted after it, once.
import { AgentName, ProjectName } from '../../protocol/ids.ts'
import { JournalEntryId } from '../../protocol/journal/journal.ts'
import type { Event } from '../../protocol/event.ts'
import type { Clock } from '../clock.ts'
import type { Store, StoreWriter } from '../store.ts'
import { entryOfEvent, JOURNAL_TYPES } from './entry-of-event.ts'
import { writeEntry } from './write-entry.ts'

const EVENTS_AT_ONCE = 100

export interface FollowDeps {
  readonly store: Store
  readonly clock: Clock
}

export async function followHistory(deps: FollowDeps, ended: AbortSignal): Promise<void> {
  while (!ended.aborted && (await followSome(deps)));
}

/** Whether there may be more. */
async function followSome(deps: FollowDeps): Promise<boolean> {
  const { store } = deps
  const cursor = (await store.read.journal.cursor('history')) ?? (await begin(deps))
  const events = await store.read.events.within({
    after: cursor,
    types: JOURNAL_TYPES,
    limit: EVENTS_AT_ONCE,
  })
  const last = events.at(-1)
  if (!last) return false
  await store.write(async (writer) => {
    // Somebody else has been here.
    if ((await writer.journal.cursor('history')) !== cursor) return
    for (const event of events) await noteEvent(deps, writer, event)
    await writer.journal.setCursor('history', last.seq)
  })
  return events.length === EVENTS_AT_ONCE
}

/** The journal tells of what happens from now on. */
async function begin({ store }: FollowDeps): Promise<number> {
  const head = await store.read.events.head()
  await store.write(({ journal }) => journal.setCursor('history', head))
  return head
}

async function noteEvent(deps: FollowDeps, writer: StoreWriter, event: Event): Promise<void> {
  const told = entryOfEvent(event)
  if (!told) return
  const agent = AgentName.safeParse(event.data['agent']).data ?? null
  await writeEntry(deps, writer, {
    ...told,
    id: JournalEntryId.parse(`event:${event.seq}`),
    project: await findProject(writer, event, agent),
    author: 'system',
    actor: 'system',
    agent,
    at: event.at,
  })
}

async function findProject(
  writer: StoreWriter,
  { data }: Event,
  agent: AgentName | null,
): Promise<ProjectName | null> {
  const named = ProjectName.safeParse(data['project'])
  if (named.success) return named.data
  return agent === null ? null : writer.agents.lastProjectOf(agent)
}
