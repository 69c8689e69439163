// Reads a file in pieces, ahead of who asks: a call to the system for each megabyte instead of for each piece.
import type { FileHandle } from 'node:fs/promises'
import type { LogFile } from '../../core/watch/log-files.ts'

const WINDOW_BYTES = 1024 * 1024
/** Whoever asks for less looks at a place, and does not read on. */
const READS_ON_BYTES = 16 * 1024

export interface LogReader {
  readonly read: LogFile['read']
  close(): Promise<void>
}

/** `spare`: windows that nobody uses just now, so that a log of gigabytes costs no more memory than one of them. */
export function makeLogReader(handle: FileHandle, spare: Buffer[]): LogReader {
  let window: Buffer | undefined
  let from = 0
  let to = 0

  const readPlace = async (offset: number, bytes: number) => {
    const buffer = Buffer.allocUnsafe(bytes)
    const { bytesRead } = await handle.read(buffer, 0, bytes, offset)
    return buffer.toString('latin1', 0, bytesRead)
  }
  return {
    async read(offset, bytes) {
      if (bytes < READS_ON_BYTES || bytes > WINDOW_BYTES) return readPlace(offset, bytes)
      window ??= spare.pop() ?? Buffer.allocUnsafe(WINDOW_BYTES)
      if (offset < from || offset + bytes > to) {
        const { bytesRead } = await handle.read(window, 0, WINDOW_BYTES, offset)
        from = offset
        to = offset + bytesRead
      }
      return window.toString('latin1', offset - from, Math.min(offset + bytes, to) - from)
    },
    async close() {
      if (window) spare.push(window)
      window = undefined
      await handle.close()
    },
  }
}
