// Git's index as a file: for each path what git saw of the file when it last read it. Git believes what is written there as long as the
// file looks the same; here is taken away what must not be believed.
import { createHash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { setImmediate as letOthers } from 'node:timers/promises'

/** What was found in it. */
interface IndexLook {
  /** Entries that git will read again. */
  readonly doubted: number
  /** Places of repositories inside. */
  readonly links: readonly string[]
}

export interface Doubt {
  /** Whether a file whose status changed then may have changed since, without a trace. */
  (changedNs: bigint): boolean
}

const HEADER_BYTES = 12
/** Before the object's name: ten numbers of four bytes. */
const NUMBERS_BYTES = 40
const MODE_AT = 24
const LINK_MODE = 0o160000
const EXTENDED = 0x4000
const VERSIONS = new Set([2, 3])
const SUM_BYTES = { sha1: 20, sha256: 32 } as const
const NS = 1_000_000_000n
/** A turn for others after so many entries: some milliseconds. */
const AT_ONCE = 20_000

/** Undefined when it is none that we can read: then it is worth nothing. */
export async function doubtEntries(
  path: string,
  format: keyof typeof SUM_BYTES,
  doubt: Doubt,
): Promise<IndexLook | undefined> {
  const bytes = await readFile(path)
  const sumBytes = SUM_BYTES[format]
  if (bytes.length < HEADER_BYTES + sumBytes || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined
  const version = bytes.readUInt32BE(4)
  if (!VERSIONS.has(version)) return undefined
  const count = bytes.readUInt32BE(8)
  const links: string[] = []
  let doubted = 0
  let at = HEADER_BYTES
  for (let entry = 0; entry < count; entry += 1) {
    if (entry % AT_ONCE === AT_ONCE - 1) await letOthers()
    const flagsAt = at + NUMBERS_BYTES + sumBytes
    const isExtended = (bytes.readUInt16BE(flagsAt) & EXTENDED) !== 0
    const nameAt = flagsAt + (isExtended ? 4 : 2)
    const end = bytes.indexOf(0, nameAt)
    if (end < 0) return undefined
    if (bytes.readUInt32BE(at + MODE_AT) === LINK_MODE) links.push(bytes.toString('latin1', nameAt, end))
    const [seconds, nanoseconds] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
    // Zeros are no time that a file has.
    if (seconds > 0 && doubt(BigInt(seconds) * NS + BigInt(nanoseconds))) {
      bytes.fill(0, at, at + 16)
      doubted += 1
    }
    // An entry ends with one to eight zeros, at a multiple of eight.
    at += (end - at + 8) & ~7
  }
  if (doubted > 0) await replace(path, bytes, format, sumBytes)
  return { doubted, links }
}

async function replace(path: string, bytes: Buffer, format: string, sumBytes: number): Promise<void> {
  const content = bytes.subarray(0, bytes.length - sumBytes)
  createHash(format).update(content).digest().copy(bytes, content.length)
  await writeFile(`${path}.doubted`, bytes)
  await rename(`${path}.doubted`, path)
}
