// A probe is a full HTTP answer of the health route within its limit; a connection that is accepted proves nothing.
import http from 'node:http'
import { openShortAddress } from './short-address.ts'

/** A sick one says what is wrong with it. */
export type ProbeResult = 'well' | 'missed' | { readonly sick: string }

/** Where to ask: the port everybody uses, or the private socket of one process. */
export type ProbeTarget = { readonly host: string; readonly port: number } | { readonly socketPath: string }

const HEALTH_PATH = '/api/webhooks/health'
const OK = 200
const BODY_MAX_CHARS = 10_000

/** `nowMs` may stand still while we do: an answer that nobody could hear is not late. */
export interface ProbeLimit {
  readonly ms: number
  readonly nowMs: () => number
}

export function probe(target: ProbeTarget, hostHeader: string, limit: ProbeLimit): Promise<ProbeResult> {
  const { promise, resolve } = Promise.withResolvers<ProbeResult>()
  const over = new AbortController()
  const untilMs = limit.nowMs() + limit.ms
  let timer = setTimeout(end, limit.ms)
  function end() {
    const leftMs = untilMs - limit.nowMs()
    if (leftMs > 0) timer = setTimeout(end, leftMs)
    else over.abort()
  }
  const address = 'socketPath' in target ? openShortAddress(target.socketPath) : undefined
  const options = {
    ...(address ? { socketPath: address.path } : target),
    path: HEALTH_PATH,
    agent: false,
    signal: over.signal,
    headers: { host: hostHeader },
  } as const
  const request = http.get(options, (response) => {
    let body = ''
    response.setEncoding('utf8')
    response.on('data', (text: string) => {
      if (body.length < BODY_MAX_CHARS) body += text
    })
    response.once('end', () =>
      resolve(response.statusCode === OK ? 'well' : { sick: describeSickness(body) }),
    )
    response.once('error', () => resolve('missed'))
  })
  request.once('error', () => resolve('missed'))
  request.once('close', () => {
    clearTimeout(timer)
    address?.close()
  })
  return promise
}

/** The parts that are not well, in their own words. */
function describeSickness(body: string): string {
  try {
    const parts = Object.entries(JSON.parse(body) as Record<string, unknown>)
    return parts.flatMap(([name, part]) => describePart(name, part)).join('; ')
  } catch {
    return '' // no health, as far as we can read
  }
}

function describePart(name: string, part: unknown): string[] {
  if (typeof part !== 'object' || part === null || !('status' in part) || part.status !== 'unhealthy')
    return []
  return [`${name}: ${'detail' in part ? String(part.detail) : 'unhealthy'}`]
}
