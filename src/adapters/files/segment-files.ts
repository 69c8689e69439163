// Segments of the history as compressed files, each named after its numbers and the sum of what is in it. They are never changed.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { EventSegment, SegmentFiles } from '../../core/archive/event-segment.ts'
import { syncDirectory, writeAtomically } from './write-atomically.ts'

/** Below the home. */
export const SEGMENTS_FOLDER = join('archive', 'events')

const pack = promisify(zstdCompress)
const unpack = promisify(zstdDecompress)
const COMPRESSION = { params: { [constants.ZSTD_c_checksumFlag]: 1, [constants.ZSTD_c_compressionLevel]: 9 } }
/** Who audits goes through a segment in many short pieces. */
const HELD = 2
const LEFTOVER_MS = 3_600_000

export function makeSegmentFiles(folder: string): SegmentFiles {
  const held = new Map<string, Promise<readonly string[] | undefined>>()
  const read = async (segment: EventSegment) => {
    try {
      const bytes = await readFile(join(folder, nameOf(segment)))
      if (sumOf(bytes) !== segment.sha256) return undefined
      return (await unpack(bytes)).toString('utf8').split('\n').slice(0, -1)
    } catch {
      return undefined // not there, or not one of ours: the chain names what is missing with it
    }
  }
  return {
    async write(first, last, lines) {
      const packed = await pack(Buffer.from(lines.map((line) => `${line}\n`).join('')), COMPRESSION)
      const sha256 = sumOf(packed)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await syncDirectory(join(folder, '..'))
      await clearLeftovers(folder)
      // One that is there under this name has the same in it.
      await writeAtomically(join(folder, nameOf({ first, last, sha256 })), packed, 0o400)
      return { sha256, bytes: packed.length }
    },
    async read(segment) {
      const name = nameOf(segment)
      const known = held.get(name)
      const lines = known ?? read(segment)
      held.delete(name)
      // What is not there may come back: somebody copies it.
      if ((await lines) !== undefined) held.set(name, lines)
      const [oldest] = held.keys()
      if (held.size > HELD && oldest !== undefined) held.delete(oldest)
      return lines
    },
  }
}

function nameOf({ first, last, sha256 }: Pick<EventSegment, 'first' | 'last' | 'sha256'>): string {
  return `${first}-${last}-${sha256}.jsonl.zst`
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** What a kill has left half written. Another server may be writing at this moment. */
async function clearLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.tmp')) continue
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > LEFTOVER_MS) await rm(join(folder, name), { force: true })
  }
}
