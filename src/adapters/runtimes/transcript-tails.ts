// Reads transcripts from where the last reading ended. After a restart they are read from their beginning again; what is
// counted from them is counted by its id.
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transcripts } from '../../core/agents/transcripts.ts'
import { resolveTranscript } from './resolve-transcript.ts'

/** More than most conversations; what lies beyond is read the next time. */
const READ_MAX_BYTES = 8 * 1024 * 1024
const PARTS_MAX = 1000

export function makeTranscriptTails(): Transcripts {
  const offsets = new Map<string, number>()
  return {
    async readNew(named, folder) {
      const path = await resolveTranscript(named, folder)
      if (path === null) return []
      const { lines, next } = await readFrom(path, offsets.get(named) ?? 0)
      offsets.set(named, next)
      return lines
    },
    rewind: (named) => void offsets.delete(named),
    async listParts(named, folder) {
      const path = await resolveTranscript(named, folder)
      if (path === null) return []
      const subagents = join(named.replace(/\.jsonl$/, ''), 'subagents')
      const names = await readdir(subagents).catch(() => [])
      const own = names.filter((name) => name.startsWith('agent-') && name.endsWith('.jsonl')).toSorted()
      return [named, ...own.slice(0, PARTS_MAX).map((name) => join(subagents, name))]
    },
    async *readAll(named, folder) {
      const path = await resolveTranscript(named, folder)
      if (path === null) return
      for (let from = 0; ;) {
        const { lines, next } = await readFrom(path, from)
        if (next === from) return
        yield lines
        from = next
      }
    },
    async holds(named, folder, text) {
      const path = await resolveTranscript(named, folder)
      if (path === null) return null
      await using file = await open(path)
      const { size } = await file.stat()
      const position = Math.max(0, size - READ_MAX_BYTES)
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - position), position })
      return buffer.subarray(0, bytesRead).includes(text)
    },
  }
}

async function readFrom(path: string, known: number): Promise<{ lines: string[]; next: number }> {
  await using file = await open(path)
  const { size } = await file.stat()
  // Shorter than before: it was written anew.
  const from = known > size ? 0 : known
  const { buffer, bytesRead } = await file.read({
    buffer: Buffer.alloc(Math.min(size - from, READ_MAX_BYTES)),
    position: from,
  })
  const whole = buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1
  // A line longer than that is no word about usage; it must not keep what follows from being read.
  if (whole === 0 && bytesRead === READ_MAX_BYTES) return { lines: [], next: from + bytesRead }
  return { lines: buffer.subarray(0, whole).toString('utf8').split('\n').filter(Boolean), next: from + whole }
}
