// How far a log was read, with what it looked like there: an inode alone may belong to another file by now.
import { fingerprint } from '../../lib/fingerprint.ts'
import type { LogFile } from './log-files.ts'
import type { InLine } from './scan-text.ts'

interface Print {
  readonly bytes: number
  readonly sum: string
}

export interface LogPosition {
  readonly id: string
  readonly path: string
  readonly offset: number
  readonly inLine: InLine
  /** Of the file's beginning. */
  readonly head: Print
  /** Of what stands right before the offset. */
  readonly tail: Print
  /** It has the same as another log that is there, too, and may be a copy under way. */
  readonly isCopy: boolean
  /** The size at the last look, when half a line stood at the end. */
  readonly waiting: number | null
}

const PRINT_BYTES = 1024

const EMPTY: Print = { bytes: 0, sum: '' }

export const unread = ({ id, path }: Pick<LogFile, 'id' | 'path'>): LogPosition => ({
  id,
  path,
  offset: 0,
  inLine: 'no',
  head: EMPTY,
  tail: EMPTY,
  isCopy: false,
  waiting: null,
})

/** The position with prints of the place that it names. */
export async function printPosition(file: LogFile, position: LogPosition): Promise<LogPosition> {
  const { offset } = position
  const bytes = Math.min(offset, PRINT_BYTES)
  const head = position.head.bytes === bytes ? position.head : await takePrint(file, 0, bytes)
  return { ...position, head, tail: await takePrint(file, offset - bytes, bytes) }
}

async function takePrint(file: LogFile, offset: number, bytes: number): Promise<Print> {
  return bytes === 0 ? EMPTY : { bytes, sum: fingerprint(await file.read(offset, bytes)) }
}

/** Whether the file still has before the offset what was read there. */
export async function isStillThere(file: LogFile, { offset, head, tail }: LogPosition): Promise<boolean> {
  if (file.size < offset) return false
  if (offset === 0) return true
  const seen = [await takePrint(file, 0, head.bytes), await takePrint(file, offset - tail.bytes, tail.bytes)]
  return seen[0]?.sum === head.sum && seen[1]?.sum === tail.sum
}
