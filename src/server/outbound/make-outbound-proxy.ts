// An HTTP proxy that connects with listed domains only. A name is looked up once: the addresses that were judged are the ones that are
// connected with, so that a name can't lead somewhere else the second time.
import type { LookupAddress } from 'node:dns'
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, Socket, type LookupFunction } from 'node:net'
import { pipeline, type Duplex } from 'node:stream'
import { judgeDomain, type Target } from '../../core/confinement/judge-domain.ts'
import type { DomainRule } from '../../lib/parse-domain-rule.ts'
import { planHeaders, planRequestHeaders } from './plan-headers.ts'

export interface OutboundDeps {
  readonly rules: readonly DomainRule[]
  /** Addresses of a name that may be connected with: none when it leads only to others. */
  readonly findAddresses: (host: string) => Promise<LookupAddress[]>
}

/** Each takes two descriptors, and 1024 are what a process has by default. An installer that loads in parallel uses about 50. */
const CONNECTIONS_MAX = 256
const HEADERS_LIMIT_MS = 30_000
const HEADERS_MAX_BYTES = 16 * 1024
/** Resolvers give up after 10 s by themselves; one that hangs is not waited for. */
const LOOKUP_LIMIT_MS = 15_000
const CONNECT_LIMIT_MS = 20_000
/** A model may think for long without a byte. What is silent for an hour is forgotten by the networks in between. */
const IDLE_LIMIT_MS = 3_600_000
/** When one side has said its last word, the other has this long between two of its own. */
const HALF_OPEN_LIMIT_MS = 60_000
const KEEP_ALIVE_MS = 60_000

interface Refusal {
  readonly kind: 'refused'
  readonly status: 400 | 403 | 502 | 504
  readonly why: string
}
type Way =
  | { readonly kind: 'open'; readonly target: Target; readonly path: string; readonly lookup: LookupFunction }
  | Refusal

export function makeOutboundProxy(deps: OutboundDeps): Server {
  const limits = { maxHeaderSize: HEADERS_MAX_BYTES, headersTimeout: HEADERS_LIMIT_MS, requestTimeout: 0 }
  const server = http.createServer(limits, (request, response) => {
    passOn(deps, request, response).catch(() => response.destroy())
  })
  server.on('connect', (request: IncomingMessage, inside: Duplex, head: Buffer) => {
    openTunnel(deps, request, inside, head).catch(() => inside.destroy())
  })
  server.maxConnections = CONNECTIONS_MAX
  return server
}

async function openTunnel(
  deps: OutboundDeps,
  request: IncomingMessage,
  inside: Duplex,
  head: Buffer,
): Promise<void> {
  inside.on('error', () => inside.destroy())
  const way = await findWay(deps, request)
  if (way.kind === 'refused') return void inside.end(composeRefusal(way))
  if (inside.destroyed || !(inside instanceof Socket)) return void inside.destroy()
  const { lookup, target } = way
  const outside = connect({ ...target, lookup, allowHalfOpen: true, timeout: CONNECT_LIMIT_MS })
  const fail = (refusal: Refusal) => {
    outside.destroy()
    inside.end(composeRefusal(refusal))
  }
  const onError = (error: Error) => fail(explainFailure(target, error))
  const onTimeout = () => fail(explainSilence(target))
  const onGone = () => outside.destroy()
  outside.once('error', onError).once('timeout', onTimeout)
  inside.once('close', onGone)
  outside.once('connect', () => {
    outside.off('error', onError).off('timeout', onTimeout)
    inside.off('close', onGone)
    inside.write('HTTP/1.1 200 Connection established\r\n\r\n')
    outside.write(head)
    join(inside, outside)
  })
}

/** What one side says the other hears, until both have ended, or neither says anything for too long. */
function join(inside: Socket, outside: Socket): void {
  const end = () => {
    inside.destroy()
    outside.destroy()
  }
  outside.setKeepAlive(true, KEEP_ALIVE_MS)
  for (const [one, other] of [
    [inside, outside],
    [outside, inside],
  ] as const) {
    one.setTimeout(IDLE_LIMIT_MS, end)
    one.once('end', () => other.setTimeout(HALF_OPEN_LIMIT_MS, end))
    one.on('error', end).on('close', () => other.destroySoon())
  }
  inside.pipe(outside).pipe(inside)
}

async function passOn(deps: OutboundDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const way = await findWay(deps, request)
  if (way.kind === 'refused') return refuse(response, way)
  const { target, path, lookup } = way
  const { headers, hasBody } = planRequestHeaders(request.headers, target)
  const { method } = request
  // A connection of its own for each request, so that nothing of one is read as part of the next.
  const options = { ...target, path, lookup, method, headers, agent: false, setHost: false } as const
  const outgoing = http.request({ ...options, timeout: CONNECT_LIMIT_MS })
  outgoing.once('socket', (socket) =>
    socket.once('connect', () => socket.setKeepAlive(true, KEEP_ALIVE_MS).setTimeout(IDLE_LIMIT_MS)),
  )
  outgoing.once('timeout', () => {
    refuse(response, explainSilence(target))
    outgoing.destroy()
  })
  outgoing.once('error', (error) => refuse(response, explainFailure(target, error)))
  outgoing.once('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, planHeaders(answer.headers))
    pipeline(answer, response, () => outgoing.destroy())
  })
  response.once('close', () => outgoing.destroy())
  // A failure of the body is a failure of one of the two, which are heard above.
  if (hasBody) request.pipe(outgoing)
  else outgoing.end()
}

async function findWay(deps: OutboundDeps, { method = '', url = '' }: IncomingMessage): Promise<Way> {
  const verdict = judgeDomain({ method, url }, deps.rules)
  if (verdict.kind === 'refused') return verdict
  const { target, path } = verdict
  try {
    const addresses = await withinLimit(deps.findAddresses(target.host))
    if (addresses.length > 0) return { kind: 'open', target, path, lookup: answerWith(addresses) }
  } catch (error) {
    return explainFailure(target, error)
  }
  const why = `${target.host} leads to this machine or its cloud; that is not let through`
  return { kind: 'refused', status: 403, why: `cmux's proxy: ${why}` }
}

/** For whoever connects by a name: the addresses that were judged, and no other look. */
function answerWith(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, { all }, answer) => {
    const [first = { address: '', family: 4 }] = addresses
    if (all === true) answer(null, [...addresses])
    else answer(null, first.address, first.family)
  }
}

async function withinLimit<Value>(work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer from the resolver')), LOOKUP_LIMIT_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

function explainFailure({ host, port }: Target, error: unknown): Refusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  return { kind: 'refused', status: 502, why: `cmux's proxy: no connection with ${host}:${port} (${code})` }
}

function explainSilence({ host, port }: Target): Refusal {
  return { kind: 'refused', status: 504, why: `cmux's proxy: ${host}:${port} does not answer` }
}

function refuse(response: ServerResponse, { status, why }: Refusal): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, describeRefusal(why)).end(`${why}\n`)
}

function composeRefusal({ status, why }: Refusal): string {
  const headers = Object.entries(describeRefusal(why)).map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}`, ...headers]
  return `${head.join('\r\n')}\r\n\r\n${why}\n`
}

const describeRefusal = (why: string) => ({
  'content-type': 'text/plain; charset=utf-8',
  'content-length': Buffer.byteLength(why) + 1,
  connection: 'close',
})
