// Reads transcripts from where the last reading ended. After a restart they are read from their beginning again; what is
// counted from them is counted by its id.
import { open } from 'node:fs/promises'
import type { Transcripts } from '../../core/agents/transcripts.ts'
import { resolveTranscript } from './resolve-transcript.ts'

/** More than a long conversation; what lies beyond is read the next time. */
const READ_MAX_BYTES = 8 * 1024 * 1024

export function makeTranscriptTails(): Transcripts {
  const offsets = new Map<string, number>()
  return {
    async readNew(named, folder) {
      const path = await resolveTranscript(named, folder)
      if (path === null) return []
      await using file = await open(path)
      const { size } = await file.stat()
      const known = offsets.get(path) ?? 0
      // Shorter than before: it was written anew.
      const from = known > size ? 0 : known
      const { buffer, bytesRead } = await file.read({
        buffer: Buffer.alloc(Math.min(size - from, READ_MAX_BYTES)),
        position: from,
      })
      const whole = buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1
      offsets.set(path, from + whole)
      return buffer.subarray(0, whole).toString('utf8').split('\n').filter(Boolean)
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
