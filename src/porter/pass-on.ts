// Passes requests on to whoever serves. One that can be asked twice, and got no good answer from a version on probation, is asked
// of the reserve; if that one can answer, the new version is to blame. While nobody serves, requests wait.
import { request, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { stripOurs } from './strip-ours.ts'

export interface Upstream {
  readonly key: string
  readonly port: number
  /** Requests that it has not answered to the end. */
  inFlight: number
}

export interface Desk {
  serving(): Upstream | undefined
  /** Where a request of the serving one can be asked again. */
  reserve(): Upstream | undefined
  blame(key: string, why: string): void
  /** Resolves when somebody serves; with undefined when nobody did within the limit. */
  wait(): Promise<Upstream | undefined>
  /** Long enough to notice that somebody has ended. */
  breathe(): Promise<void>
}

type Answer =
  | { readonly kind: 'answer'; readonly message: IncomingMessage }
  | { readonly kind: 'failed'; readonly why: string }

const REPEATABLE = new Set(['GET', 'HEAD'])
const HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'])
const TRIES_MAX = 5
const SERVER_FAULT = 500

export function makePassOn(desk: Desk): RequestListener {
  return (asked, reply) => {
    void passOn(desk, asked, reply).catch((error: unknown) => refuse(reply, String(error)))
  }
}

async function passOn(desk: Desk, asked: IncomingMessage, reply: ServerResponse): Promise<void> {
  const mayRepeat = REPEATABLE.has(asked.method ?? '') && !hasBody(asked)
  let why = 'nobody serves'
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const upstream = desk.serving() ?? (await desk.wait())
    if (!upstream) break
    const answer = await forward(upstream, asked, reply)
    const reserve = mayRepeat ? desk.reserve() : undefined
    const fault = faultOf(answer)
    if (fault !== undefined && reserve && reserve !== upstream) {
      const second = await forward(reserve, asked, reply)
      if (faultOf(second) === undefined) desk.blame(upstream.key, `${asked.method} ${asked.url}: ${fault}`)
      if (second.kind === 'answer') {
        if (answer.kind === 'answer') answer.message.destroy()
        return hand(second.message, reply)
      }
    }
    if (answer.kind === 'answer') return hand(answer.message, reply)
    why = answer.why
    if (!mayRepeat || reply.destroyed) break
    await desk.breathe()
  }
  refuse(reply, why)
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function faultOf(answer: Answer): string | undefined {
  if (answer.kind === 'failed') return answer.why
  const { statusCode = 0 } = answer.message
  return statusCode >= SERVER_FAULT ? `it answers ${statusCode}` : undefined
}

function forward(upstream: Upstream, asked: IncomingMessage, reply: ServerResponse): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const { method, url: path } = asked
  upstream.inFlight += 1
  const passed = request(
    { host: '127.0.0.1', port: upstream.port, method, path, headers: withoutHops(asked), agent: false },
    (message) => resolve({ kind: 'answer', message }),
  )
  passed.once('close', () => void (upstream.inFlight -= 1))
  passed.on('error', ({ message }) => resolve({ kind: 'failed', why: message }))
  reply.once('close', () => passed.destroy())
  if (hasBody(asked)) asked.pipe(passed)
  else passed.end()
  return promise
}

function hand(message: IncomingMessage, reply: ServerResponse): void {
  reply.writeHead(message.statusCode ?? 502, message.statusMessage, withoutHops(message))
  message.on('error', () => reply.destroy())
  message.pipe(reply)
}

function withoutHops({ rawHeaders, headers }: IncomingMessage): string[] {
  const foreign = stripOurs(rawHeaders)
  const kept: string[] = []
  for (let at = 0; at < foreign.length; at += 2) {
    const name = foreign[at] ?? ''
    const isChunked = name.toLowerCase() === 'transfer-encoding' && headers['transfer-encoding'] === 'chunked'
    if (isChunked || !HOP.has(name.toLowerCase())) kept.push(name, foreign[at + 1] ?? '')
  }
  return kept
}

function refuse(reply: ServerResponse, why: string): void {
  if (reply.headersSent) return void reply.destroy()
  reply.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' })
  reply.end(`the service does not answer: ${why}\n`)
}

/** HTTP/2 is only offered, and what has a body is answered as HTTP: both go on as plain requests, without the offer. */
export const wantsUpgrade = (asked: IncomingMessage): boolean =>
  !hasBody(asked) && !/\bh2c?\b/i.test(asked.headers.upgrade ?? '')

/** What stops being HTTP, such as a WebSocket: once both have agreed on it, bytes both ways. */
export function passUpgrade(desk: Desk, asked: IncomingMessage, socket: Socket, head: Buffer): void {
  const upstream = desk.serving()
  if (!upstream) return void socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n')
  const { method, url: path } = asked
  const headers = stripOurs(asked.rawHeaders)
  const passed = request({ host: '127.0.0.1', port: upstream.port, method, path, headers, agent: false })
  upstream.inFlight += 1
  socket.once('close', () => {
    upstream.inFlight -= 1
    passed.destroy()
  })
  const end = () => void socket.destroy()
  socket.on('error', end)
  passed.on('error', end)
  passed.once('upgrade', (answer, inner, innerHead) => {
    socket.write(headText(answer, stripOurs(answer.rawHeaders)), 'latin1')
    socket.write(innerHead)
    inner.write(head)
    inner.on('error', end).on('close', end)
    socket.once('close', () => inner.destroy())
    inner.pipe(socket).pipe(inner)
  })
  // It does not want to: its answer ends with the connection.
  passed.once('response', (answer) => {
    const said = withoutHops(answer).filter(
      (_, at, all) => !/^transfer-encoding$/i.test(all[at - (at % 2)] ?? ''),
    )
    socket.write(headText(answer, [...said, 'connection', 'close']), 'latin1')
    answer.on('error', end).pipe(socket)
  })
  passed.end()
}

function headText({ statusCode, statusMessage }: IncomingMessage, headers: readonly string[]): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`]
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}
