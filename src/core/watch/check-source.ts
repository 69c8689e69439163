// One check of a source: what is new in its logs becomes alerts in the same commit with how far they were read, so that a kill
// between the two is no loss and no repeat.
import type { ProjectName } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { isToTell, raiseAlerts, type AlertDeps, type Noticed } from '../alerts/raise-alerts.ts'
import type { JournalFiles } from '../journal/journal-files.ts'
import type { Store } from '../store.ts'
import { composeAttachment } from './compose-attachment.ts'
import { makeGatherer, type Fault } from './gatherer.ts'
import type { LogFiles, LogSource } from './log-files.ts'
import { lookAtLogs } from './look-at-logs.ts'
import { makeMatcher } from './scan-text.ts'
import type { WatchRecord } from './watch-table.ts'

export interface WatchDeps extends AlertDeps {
  readonly store: Store
  readonly logFiles: LogFiles
  /** Keeps a text with the journal of that day, and says where. */
  readonly putAttachment: JournalFiles['putAttachment']
}

/** What is known beyond what is kept: a log in which nothing is found is not worth a write at each look. */
export interface WatchMemory {
  record: WatchRecord | undefined
  keptMs: number
}

const KEEP_EVERY_MS = 30_000

export async function checkSource(deps: WatchDeps, source: LogSource, memory: WatchMemory): Promise<void> {
  const before = memory.record ?? (await deps.store.read.watch.bySource(source.key))
  const gatherer = makeGatherer(source.key)
  await using folder = await deps.logFiles.open(source)
  const isFirst = before === undefined || !isSameList(before.globs, source.globs)
  const { positions, mustKeep } = await lookAtLogs(folder.files, {
    positions: before?.positions ?? [],
    matcher: makeMatcher(source.patterns, source.ignore),
    onFind: (find, { path }) => gatherer.add(find, path),
    isFirst,
  })
  const record = { source: source.key, globs: source.globs, positions }
  const faults = gatherer.faults()
  const isDue = deps.clock.monotonicMs() - memory.keptMs >= KEEP_EVERY_MS
  if (faults.length > 0 || isFirst || mustKeep || isDue) {
    await keep(deps, source, record, faults)
    memory.keptMs = deps.clock.monotonicMs()
  }
  memory.record = record
}

const isSameList = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n')

async function keep(
  deps: WatchDeps,
  source: LogSource,
  record: WatchRecord,
  faults: readonly Fault[],
): Promise<void> {
  const project = source.project as ProjectName | null
  const noticed = faults.map(({ matter, title, path, count, lines }): Noticed => ({
    kind: 'log',
    matter,
    project,
    title,
    where: path,
    count,
    lines,
  }))
  // Before the commit that names it: one too many is better than one that is missing.
  const attachment = (await isToTell(deps, deps.store.read, noticed))
    ? await attach(deps, source, faults)
    : null
  await deps.store.write(async (writer) => {
    await writer.watch.put(record)
    await raiseAlerts(deps, writer, noticed, attachment)
  })
}

async function attach(
  { clock, putAttachment }: WatchDeps,
  { project }: LogSource,
  faults: readonly Fault[],
): Promise<string> {
  const at = timestampFromMs(clock.nowMs())
  return putAttachment({
    project: project as ProjectName | null,
    at,
    name: `log-alert-${at.slice(11, 19).replaceAll(':', '')}.md`,
    content: composeAttachment(at, faults),
  })
}
