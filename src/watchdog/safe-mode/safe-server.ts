// HTTP for safe mode on one listener, and its part in a swap: it stops accepting, finishes what is in flight, and lets
// every connection end by itself.
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import { makeRefusalAnswer, type SafeAnswer } from './safe-answer.ts'
import { Refusal } from './refusal.ts'

/** Enough for a whole message over loopback; a sender who takes longer holds memory for nothing. */
const REQUEST_LIMIT_MS = 30_000
const HEADERS_LIMIT_MS = 10_000

export interface SafeServer {
  listen(where: { readonly fd: number }): Promise<void>
  /** Accepts nothing more, and ends each connection with the answer it gets. */
  close(): void
  /** No request is without its answer; more may come on connections that are still open. */
  answered(): Promise<void>
  /** After `close`: the last connection has ended. */
  readonly emptied: Promise<void>
}

export function makeSafeServer(answer: (request: IncomingMessage) => Promise<SafeAnswer>): SafeServer {
  const open = new Set<ServerResponse>()
  const waiting: (() => void)[] = []
  const emptied = Promise.withResolvers<void>()
  let closing = false

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    open.add(response)
    response.once('close', () => {
      open.delete(response)
      if (open.size === 0) for (const resolve of waiting.splice(0)) resolve()
    })
    const { status, body, headers } = await answer(request).catch(makeRefusalAnswer)
    if (response.destroyed) return
    if (closing) response.setHeader('connection', 'close')
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
  }

  const options = { requestTimeout: REQUEST_LIMIT_MS, headersTimeout: HEADERS_LIMIT_MS }
  const server = http.createServer(options, (request, response) => void serve(request, response))
  server.on('clientError', answerBrokenRequest)
  server.once('close', emptied.resolve)

  return {
    emptied: emptied.promise,
    async listen(where) {
      if (server.listening || closing) return
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      server.once('error', reject)
      server.listen(where, resolve)
      await promise
    },
    close() {
      if (closing) return
      closing = true
      // Only the listener: http.Server's own close would reset connections that are between two requests.
      net.Server.prototype.close.call(server)
    },
    async answered() {
      if (open.size === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push(resolve)
      await promise
    },
  }
}

/** Bytes that are no HTTP get an answer of the same shape on the bare socket. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, headers, body } = makeRefusalAnswer(
    new Refusal('BAD_REQUEST', 'the request is not valid HTTP, or too slow'),
  )
  const all = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${body}`)
}
