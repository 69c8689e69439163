// Reads a log from a position to its end, and gives what was found with the position after it.
import type { LogFile } from './log-files.ts'
import { printPosition, type LogPosition } from './log-position.ts'
import { cutFind, scanText, type Find, type Matcher } from './scan-text.ts'

/** Measured: larger pieces cost more to turn into text, smaller ones more to read. */
const PIECE_BYTES = 64 * 1024

export type OnFind = (find: Find, file: LogFile) => void

export async function readOn(
  file: LogFile,
  from: LogPosition,
  matcher: Matcher,
  onFind: OnFind,
): Promise<LogPosition> {
  let { offset, inLine } = from
  while (offset < file.size) {
    const wanted = Math.min(PIECE_BYTES, file.size - offset)
    const text = await file.read(offset, wanted)
    const scan = scanText(text, inLine, text.length === PIECE_BYTES, matcher)
    for (const find of scan.finds) onFind(find, file)
    offset += scan.consumed
    inLine = scan.inLine
    // It got shorter under our eyes, or what is left is half a line.
    if (text.length < wanted || scan.consumed === 0) break
  }
  const read = { ...from, path: file.path, offset, inLine }
  return printPosition(file, await lookAtHalfLine(file, read, matcher, onFind))
}

/**
 * Half a line waits for its end. What stands there unchanged at the next look may never end: if it tells of a fault it counts, and its
 * rest, should it come, does not.
 */
async function lookAtHalfLine(
  file: LogFile,
  position: LogPosition,
  matcher: Matcher,
  onFind: OnFind,
): Promise<LogPosition> {
  const left = file.size - position.offset
  if (left <= 0 || left >= PIECE_BYTES) return { ...position, waiting: null }
  if (position.waiting !== file.size) return { ...position, waiting: file.size }
  const text = await file.read(position.offset, left)
  const at = matcher.search(text, 0)
  if (at < 0 || matcher.isIgnored(text)) return position
  onFind(cutFind(text, at), file)
  return { ...position, offset: position.offset + text.length, inLine: 'found', waiting: null }
}
