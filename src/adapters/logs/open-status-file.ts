// HOME/status.log. The watchdog appends to it as well, by its name, so it is opened for each piece and never held.
import { open, stat } from 'node:fs/promises'
import type { StatusEnd, StatusFile } from '../../core/events/status-file.ts'
import { rotateFile } from './rotate-file.ts'

/** More than others ever write between two lines of ours. */
const END_BYTES = 256 * 1024
const NUMBERED = /^\S+ [A-Z]+ #(\d+) .*\n/gm

export function openStatusFile(path: string, limits: { maxBytes: number; keep: number }): StatusFile {
  return {
    async readEnd() {
      const end = parseEnd(await readTail(path))
      if (end.last !== undefined) return end
      // It was rotated, and nothing of ours is in the new one yet.
      return { ...end, last: parseEnd(await readTail(`${path}.1`)).last }
    },
    async append(text) {
      const bytes = Buffer.byteLength(text)
      if ((await sizeOf(path)) + bytes > limits.maxBytes) rotateFile(path, limits.keep)
      await using file = await open(path, 'a', 0o600)
      await file.writeFile(text)
    },
  }
}

function parseEnd(text: string): StatusEnd {
  const last = [...text.matchAll(NUMBERED)].at(-1)?.[1]
  return {
    last: last === undefined ? undefined : Number(last),
    half: text.slice(text.lastIndexOf('\n') + 1),
  }
}

async function readTail(path: string): Promise<string> {
  try {
    await using file = await open(path)
    const { size } = await file.stat()
    const buffer = Buffer.alloc(Math.min(size, END_BYTES))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, size - buffer.length)
    return buffer.toString('utf8', 0, bytesRead)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch {
    return 0 // there is none yet
  }
}
