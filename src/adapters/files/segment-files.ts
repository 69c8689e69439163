// Segments of the history as compressed files, each named after its numbers and the sum of what is in it. They are never changed.
import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { EventSegment, SegmentFiles } from '../../core/archive/event-segment.ts'
import { syncDirectory } from './write-atomically.ts'

/** Below the home. */
export const SEGMENTS_FOLDER = join('archive', 'events')

const pack = promisify(zstdCompress)
const unpack = promisify(zstdDecompress)
const COMPRESSION = { params: { [constants.ZSTD_c_checksumFlag]: 1, [constants.ZSTD_c_compressionLevel]: 9 } }
/** Who audits goes through a segment in many short pieces. */
const HELD = 2

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
      await writeOnce(folder, nameOf({ first, last, sha256 }), packed)
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

/** Synced before it has its name. One that is there under this name has the same in it. */
async function writeOnce(folder: string, name: string, bytes: Buffer): Promise<void> {
  const temporary = join(folder, `.${name}.tmp`)
  await rm(temporary, { force: true })
  const file = await open(temporary, 'wx', 0o400)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, join(folder, name))
  await syncDirectory(folder)
}
