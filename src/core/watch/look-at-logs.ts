// One look at the logs of a source: every line that is new is looked at once, whatever became of the files since the last look.
import type { LogFile } from './log-files.ts'
import { isStillThere, printPosition, unread, type LogPosition } from './log-position.ts'
import { findLineStart } from './find-line-start.ts'
import { placeFile, type ReadLog } from './place-file.ts'
import { readOn, type OnFind } from './read-on.ts'
import type { Matcher } from './scan-text.ts'

/** Files that are out of sight may come back; the oldest are forgotten first. */
const LOST_MAX = 200

/** Its inode belongs to another file now; a copy of it may still turn up. */
const GONE = ''

export interface Look {
  readonly positions: readonly LogPosition[]
  /** A copy was found: whoever forgets where it ends would read it again. */
  readonly mustKeep: boolean
}

export interface LookOptions {
  readonly positions: readonly LogPosition[]
  readonly matcher: Matcher
  readonly onFind: OnFind
  /** What was written before anybody asked for these logs is history. */
  readonly isFirst: boolean
}

export async function lookAtLogs(
  files: readonly LogFile[],
  { positions, matcher, onFind, isFirst }: LookOptions,
): Promise<Look> {
  const known = new Map(positions.filter(({ id }) => id !== GONE).map((position) => [position.id, position]))
  const read: ReadLog[] = []
  const strange: { readonly file: LogFile; readonly own: LogPosition | undefined }[] = []
  // Those that go on come first: what is new may be a copy of one of them.
  for (const file of files) {
    const own = await takeOwn(file, known)
    // Where nothing was read yet nothing tells whose it is.
    if (own && own.offset > 0 && !own.isCopy)
      read.push({ file, begin: own, end: await readOn(file, own, matcher, onFind) })
    else strange.push({ file, own })
  }
  const lost = [...positions.filter(({ id }) => id === GONE), ...known.values()]
  let mustKeep = false
  for (const { file, own } of strange) {
    const begin = await placeFile(file, { own, read, lost })
    mustKeep ||= begin.isCopy
    const isOld = isFirst && begin.offset === 0
    read.push({ file, begin, end: isOld ? await skip(file) : await readOn(file, begin, matcher, onFind) })
  }
  const seen = new Set(read.map(({ end }) => end.id))
  const gone = lost.map((position) => (seen.has(position.id) ? forgetId(position) : position))
  return { positions: [...gone.slice(-LOST_MAX), ...read.map(({ end }) => end)], mustKeep }
}

/** Taken out of those that are known, unless it became another file. */
async function takeOwn(file: LogFile, known: Map<string, LogPosition>): Promise<LogPosition | undefined> {
  const own = known.get(file.id)
  if (!own || !(await isStillThere(file, own))) return undefined
  known.delete(file.id)
  return own
}

const forgetId = (position: LogPosition): LogPosition => ({ ...position, id: GONE })

/** After the last whole line. */
async function skip(file: LogFile): Promise<LogPosition> {
  return printPosition(file, { ...unread(file), ...(await findLineStart(file, file.size)) })
}
