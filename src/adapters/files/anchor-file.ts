// Anchors as lines of a file that is only ever added to.
import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Anchor, AnchorBook } from '../../core/audit/anchor-book.ts'
import { Timestamp } from '../../protocol/timestamp.ts'
import { readIfThere } from './read-if-there.ts'
import { syncDirectory } from './write-atomically.ts'

const AnchorLine = z.object({
  at: Timestamp,
  seq: z.number().int().min(0),
  hash: z.string(),
  restored: z.boolean().optional(),
})

export function makeAnchorFile(path: string): AnchorBook {
  return {
    async add({ at, seq, hash, restored }) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const file = await open(path, 'a+', 0o600)
      try {
        const line = JSON.stringify({ at, seq, hash, restored })
        await file.appendFile(`${(await endsInLine(file)) ? '' : '\n'}${line}\n`)
        await file.sync()
      } finally {
        await file.close()
      }
      await syncDirectory(dirname(path))
    },
    async list() {
      const text = (await readIfThere(path)) ?? ''
      return text.split('\n').flatMap(parseLine)
    },
  }
}

/** A power cut may have left half a line, which the next one must not be glued to. */
async function endsInLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  if (size === 0) return true
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() === '\n'
}

function parseLine(line: string): Anchor[] {
  try {
    return [AnchorLine.parse(JSON.parse(line))]
  } catch {
    return [] // an empty line, or half of one: never acknowledged, so nothing is lost with it
  }
}
