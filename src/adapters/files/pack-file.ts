// Compresses a file with Zstandard as it is read, and takes the sums of both on the way. The work is done off the main thread.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'

interface Measured {
  readonly bytes: number
  readonly sha256: string
}

/** Large enough that a gigabyte is no flood of small steps. */
const PIECE_BYTES = 256 * 1024

/** `to` is on disk when it resolves; its name is not yet. */
export async function packFile(from: string, to: string): Promise<{ content: Measured; packed: Measured }> {
  const content = makeMeter()
  const packed = makeMeter()
  await pipeline(
    createReadStream(from, { highWaterMark: PIECE_BYTES }),
    content.pass,
    createZstdCompress({ chunkSize: PIECE_BYTES, params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    packed.pass,
    createWriteStream(to, { mode: 0o600, flush: true }),
  )
  return { content: content.read(), packed: packed.read() }
}

function makeMeter() {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    async *pass(pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece)
        bytes += piece.length
        yield piece
      }
    },
    read: (): Measured => ({ bytes, sha256: hash.digest('hex') }),
  }
}
