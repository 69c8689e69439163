// One request with one reply. That there was none is a reply too; nothing is thrown.
import { readFileSync } from 'node:fs'
import http from 'node:http'

export interface Target {
  readonly url: string
  readonly tokenFile: string
}

export type Reply =
  | { readonly kind: 'answer'; readonly status: number; readonly body: unknown }
  /** It may have been heard or not. */
  | { readonly kind: 'silence'; readonly reason: string }

export interface Request {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

const ANSWER_MAX_BYTES = 64 * 1024 * 1024

export async function sendOnce(target: Target, request: Request, limitMs: number): Promise<Reply> {
  const text = request.body === undefined ? undefined : JSON.stringify(request.body)
  try {
    // Read anew each time: an agent that is started again gets a new one.
    const token = readFileSync(target.tokenFile, 'utf8').trim()
    const headers = {
      authorization: `Bearer ${token}`,
      ...(text !== undefined && { 'content-type': 'application/json' }),
    }
    const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
    const outgoing = http.request(new URL(request.path, target.url), {
      method: request.method,
      headers,
      // A connection of its own: one that is kept may lead to a server that is about to go.
      agent: false,
      signal: AbortSignal.timeout(limitMs),
    })
    outgoing.once('response', resolve)
    outgoing.on('error', reject)
    outgoing.end(text)
    return await collect(await promise)
  } catch (error) {
    return { kind: 'silence', reason: error instanceof Error ? error.message : String(error) }
  }
}

async function collect(incoming: http.IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > ANSWER_MAX_BYTES) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  return { kind: 'answer', status: incoming.statusCode ?? 0, body: text === '' ? null : JSON.parse(text) }
}
