// Where the line begins that a place in a log belongs to.
import type { LogFile } from './log-files.ts'
import type { LogPosition } from './log-position.ts'

/** A line that began further back is as good as found: nobody reads it from the middle. */
const LINE_BYTES = 64 * 1024

export async function findLineStart(
  file: LogFile,
  place: number,
): Promise<Pick<LogPosition, 'offset' | 'inLine'>> {
  const from = Math.max(0, place - LINE_BYTES)
  const text = await file.read(from, place - from)
  const start = text.lastIndexOf('\n') + 1
  return start === 0 && from > 0 ? { offset: place, inLine: 'found' } : { offset: from + start, inLine: 'no' }
}
