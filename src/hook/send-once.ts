// One request with one reply. Whatever goes wrong on the way is a reply too; nothing is thrown.
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { readReply, type Reply } from './read-reply.ts'

/** The largest thing an answer carries is a message, which may have 1 MiB. */
const ANSWER_MAX_BYTES = 8 * 1024 * 1024

export interface ServerRequest {
  readonly address: URL
  readonly tokenFile: string
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly body: Uint8Array | string
  /** The same for each try, so that the server can answer a repeat with its first answer. */
  readonly requestId: string
}

export function sendOnce(request: ServerRequest, limitMs: number, signal?: AbortSignal): Promise<Reply> {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  // Read anew each time: a server that starts may write a new one.
  const token = readToken(request.tokenFile)
  if (token === undefined) return Promise.resolve(refuse("The agent's token for cmux can't be read."))
  const outgoing = http.request(new URL(request.path, request.address), {
    method: request.method,
    // A connection of its own, and no proxy that the environment may name.
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(request.body),
      'x-cmux-request': request.requestId,
    },
    ...(signal && { signal }),
  })
  const limit = setTimeout(() => outgoing.destroy(), limitMs)
  const end = (reply: Reply) => {
    clearTimeout(limit)
    resolve(reply)
  }
  const endUnanswered = () => end({ kind: 'down' })
  outgoing.once('response', (incoming) => {
    // From here on what breaks breaks the answer, and collecting it tells so.
    outgoing.off('close', endUnanswered)
    void collect(incoming).then(end)
  })
  // Also when it is destroyed without an error, as by the limit.
  outgoing.once('close', endUnanswered)
  outgoing.on('error', () => undefined)
  outgoing.end(request.body)
  return promise
}

/** A visible word without blanks; anything else would not be a header. */
function readToken(path: string): string | undefined {
  try {
    const token = readFileSync(path, 'utf8').trim()
    return /^[\x21-\x7e]+$/.test(token) ? token : undefined
  } catch {
    return undefined // missing or not ours to read: the caller says so, without the path's content
  }
}

const refuse = (reason: string): Reply => ({ kind: 'refused', reason, status: null })

async function collect(incoming: http.IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > ANSWER_MAX_BYTES) return refuse('The answer of cmux is too large.')
      chunks.push(chunk)
    }
  } catch {
    return { kind: 'down' } // cut off in the middle: half an answer is none
  }
  return readReply(incoming.statusCode ?? 0, Buffer.concat(chunks).toString('utf8'))
}
