// Somebody writes into the journal: as who they are, and agents into their own project's. Once this resolves, it is kept (P1).
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { ProjectName } from '../../protocol/ids.ts'
import { NO_PROJECT } from '../../protocol/journal/journal-kinds.ts'
import type { JournalEntryId, WriteJournal } from '../../protocol/journal/journal.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Principal } from '../access/principal.ts'
import type { Clock } from '../clock.ts'
import type { Entropy } from '../entropy.ts'
import type { Store } from '../store.ts'
import { attachFiles } from './attach-files.ts'
import type { JournalFiles } from './journal-files.ts'
import { ownProject } from './own-project.ts'
import { writeEntry, type WrittenEntry } from './write-entry.ts'

export interface JournalDeps {
  readonly store: Store
  readonly clock: Clock
  readonly entropy: Entropy
  readonly files: JournalFiles
}

export async function addEntry(
  deps: JournalDeps,
  request: WriteJournal,
  by: Principal,
): Promise<WrittenEntry> {
  const { store, clock, entropy } = deps
  const { kind, text } = request
  if (request.id !== undefined) refuseOwnId(request.id)
  const project = await findProject(deps, request.project, by)
  const id = request.id ?? entropy.id('jrn')
  // A second try has the files of the first.
  const known = await store.read.journal.byId(id)
  const at = known?.at ?? timestampFromMs(clock.nowMs())
  const files = known?.files ?? (await attachFiles(deps.files, { project, at, id }, request.attachments))
  const who = { author: by.agent ?? 'owner', actor: by.actor, agent: by.agent }
  return store.write((writer) => writeEntry(deps, writer, { id, kind, project, text, files, at, ...who }))
}

async function findProject(
  { store }: JournalDeps,
  named: ProjectName | undefined,
  by: Principal,
): Promise<ProjectName | null> {
  const own = await ownProject(store.read, by)
  if (own) {
    if (named === undefined || named === own) return own
    throw new CmuxError('FORBIDDEN', `you write into the journal of ${own}, not of ${named}`, {
      hint: 'leave `project` out',
    })
  }
  if (named === undefined || named === NO_PROJECT) return null
  if (await store.read.projects.byName(named)) return named
  throw new CmuxError('NOT_FOUND', `there is no project ${named}`, { hint: 'see `cmux project list`' })
}

/** Under these cmux itself writes, once each. */
function refuseOwnId(id: JournalEntryId): void {
  if (/^(?:event|watchdog|change|compaction):/.test(id))
    throw new CmuxError('BAD_REQUEST', `id: ${id} is a name that only cmux gives`, {
      hint: 'choose another id, or none',
    })
}
