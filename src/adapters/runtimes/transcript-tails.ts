// Reads transcripts from where the last reading ended; after a restart from where what was read is surely kept.
import { readdir, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadPart, Transcripts } from '../../core/agents/transcripts.ts'
import { openReal } from '../files/open-real.ts'
import { resolveTranscript } from './resolve-transcript.ts'

/** More than most conversations; what lies beyond is read the next time. */
const READ_MAX_BYTES = 8 * 1024 * 1024
const PARTS_MAX = 1000

export function makeTranscriptTails(): Transcripts {
  const offsets = new Map<string, number>()
  return {
    async readNew(named, folder, kept) {
      await using file = await openTranscript(named, folder)
      if (file === null) return { lines: [], from: 0, next: 0 }
      const part = await readFrom(file, offsets.get(named) ?? kept)
      offsets.set(named, part.next)
      return part
    },
    rewind: (named, from) => void offsets.set(named, Math.min(from, offsets.get(named) ?? from)),
    async listParts(named, folder) {
      const path = await resolveTranscript(named, folder)
      if (path === null) return []
      const subagents = join(named.replace(/\.jsonl$/, ''), 'subagents')
      const names = await readdir(subagents).catch(() => [])
      const own = names.filter((name) => name.startsWith('agent-') && name.endsWith('.jsonl')).toSorted()
      return [named, ...own.slice(0, PARTS_MAX).map((name) => join(subagents, name))]
    },
    async *readAll(named, folder) {
      await using file = await openTranscript(named, folder)
      if (file === null) return
      for (let from = 0; ;) {
        const { lines, next } = await readFrom(file, from)
        if (next === from) return
        yield lines
        from = next
      }
    },
    async holds(named, folder, text) {
      await using file = await openTranscript(named, folder)
      if (file === null) return null
      const { size } = await file.stat()
      const position = Math.max(0, size - READ_MAX_BYTES)
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - position), position })
      return buffer.subarray(0, bytesRead).includes(text)
    },
  }
}

/** Null where there is none, or it is not the agent's to be read. */
async function openTranscript(named: string, folder: string): Promise<FileHandle | null> {
  const path = await resolveTranscript(named, folder)
  return path === null ? null : openReal(path)
}

async function readFrom(file: FileHandle, known: number): Promise<ReadPart> {
  const { size } = await file.stat()
  // Shorter than before: it was written anew.
  const from = known > size ? 0 : known
  const { buffer, bytesRead } = await file.read({
    buffer: Buffer.alloc(Math.min(size - from, READ_MAX_BYTES)),
    position: from,
  })
  const whole = buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1
  // A line longer than that is no word about usage; it must not keep what follows from being read.
  if (whole === 0 && bytesRead === READ_MAX_BYTES) return { lines: [], from, next: from + bytesRead }
  const lines = buffer.subarray(0, whole).toString('utf8').split('\n').filter(Boolean)
  return { lines, from, next: from + whole }
}
