// A request's body, up to a limit.
import type { IncomingMessage } from 'node:http'
import { Refusal } from './refusal.ts'

export function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  let chunks: Buffer[] = []
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= limitBytes) {
      chunks.push(chunk)
      return
    }
    // The rest is read and dropped: whoever is still sending would not hear an answer on a closed connection.
    chunks = []
    reject(new Refusal('BODY_TOO_LARGE', `the body is over ${limitBytes} bytes`))
  })
  request.once('end', () => resolve(Buffer.concat(chunks)))
  request.once('error', reject)
  request.once('close', () => reject(new Refusal('BAD_REQUEST', 'the body ended before it was whole')))
  return promise
}
