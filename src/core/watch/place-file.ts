// Where to begin in a log that no position fits: at its start, unless it is a copy of one that was read (copy and truncate).
import { isCopyName } from './family-of.ts'
import { findLineStart } from './find-line-start.ts'
import type { LogFile } from './log-files.ts'
import { isStillThere, unread, type LogPosition } from './log-position.ts'

/** A log that was read in this look. */
export interface ReadLog {
  readonly file: LogFile
  readonly begin: LogPosition
  readonly end: LogPosition
}

const SAMPLE_BYTES = 64 * 1024

/** `own`: how far it was read itself. `lost`: positions of files that are gone, or became others. */
export async function placeFile(
  file: LogFile,
  {
    own,
    read,
    lost,
  }: { own: LogPosition | undefined; read: readonly ReadLog[]; lost: readonly LogPosition[] },
): Promise<LogPosition> {
  const isKin = ({ path }: LogPosition) => isCopyName(file.path, path)
  const kin = read.filter((log) => isInPlace(log) && isKin(log.end))
  const places: (LogPosition | undefined)[] = []
  for (const log of kin) places.push(await placeBeside(file, log))
  for (const position of lost.filter(isKin)) places.push(await placeAfterLost(file, position))
  const [furthest = unread(file)] = [...places, own && { ...own, isCopy: false }]
    .filter((place) => place !== undefined)
    .toSorted((a, b) => b.offset - a.offset)
  // The old path, so that a rename is seen.
  return { ...furthest, id: file.id, path: own?.path ?? file.path }
}

/** A log that was renamed is followed by a new one, not by a copy. */
const isInPlace = ({ begin, end }: ReadLog) => begin.path === end.path

async function placeAfterLost(file: LogFile, position: LogPosition): Promise<LogPosition | undefined> {
  if (position.offset === 0 || !(await isStillThere(file, position))) return undefined
  return { ...position, isCopy: false, waiting: null }
}

/** The one has the same as the other, as far as both go: each line counts in one of them. */
async function placeBeside(
  file: LogFile,
  { file: other, begin, end }: ReadLog,
): Promise<LogPosition | undefined> {
  const limit = Math.min(file.size, end.offset)
  const base = begin.offset <= limit ? begin.offset : 0
  if (base > 0 && !(await isStillThere(file, begin))) return undefined
  if (!(await isAlike(file, other, base, limit)))
    return base > 0 ? { ...begin, isCopy: false, waiting: null } : undefined
  const copy = { ...end, isCopy: true, waiting: null }
  if (limit === end.offset) return copy
  return { ...copy, ...(await findLineStart(file, limit)) }
}

/** Both ends of the piece, so that a large one costs little. */
async function isAlike(a: LogFile, b: LogFile, from: number, to: number): Promise<boolean> {
  for (const start of [from, Math.max(from, to - SAMPLE_BYTES)]) {
    const bytes = Math.min(SAMPLE_BYTES, to - start)
    if ((await a.read(start, bytes)) !== (await b.read(start, bytes))) return false
  }
  return true
}
