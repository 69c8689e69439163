// A way to send that outlasts swaps, crashes and safe mode: asks again until there is an answer or the limit is over.
import type { Send } from '../client/make-client.ts'
import { sendOnce, type Reply, type Request, type Target } from './send-once.ts'
import { UnsureCall } from './unsure-call.ts'

/** Longer than any recovery takes, shorter than the minute that agents' programs give a tool. */
const PATIENCE_MS = 50_000
/** A server that hangs is replaced well before. */
const TRY_LIMIT_MS = 30_000
const FIRST_PAUSE_MS = 50
const LAST_PAUSE_MS = 1000

/** Besides what is wrong on the server's side: too slow a request, too early, too many. It passes. */
const PASSING = new Set([408, 425, 429])
/** Wrong on the server's side, and asking again changes nothing. */
const LASTING = new Set([501, 505, 507])
const UNAUTHENTICATED = 401

export interface Patience {
  readonly patienceMs?: number
  readonly tryMs?: number
}

/** Only for requests that may be made twice. */
export function makePatientSend(
  target: Target,
  { patienceMs = PATIENCE_MS, tryMs = TRY_LIMIT_MS }: Patience = {},
): Send {
  return async (method, path, body) => {
    const request: Request = { method, path, body }
    const end = performance.now() + patienceMs
    let pauseMs = FIRST_PAUSE_MS
    let refusals = 0
    for (;;) {
      // A timer takes whole milliseconds only.
      const leftMs = Math.ceil(end - performance.now())
      const reply = await sendOnce(target, request, Math.max(1, Math.min(tryMs, leftMs)))
      // The token may just have been replaced by a new one.
      if (reply.kind === 'answer' && reply.status === UNAUTHENTICATED && refusals === 0) refusals += 1
      else if (isFinal(reply)) return reply
      if (performance.now() + pauseMs >= end) throw new UnsureCall(patienceMs, describe(reply))
      await pause(pauseMs)
      pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS)
    }
  }
}

function isFinal(reply: Reply): reply is Extract<Reply, { kind: 'answer' }> {
  if (reply.kind === 'silence') return false
  return reply.status < 500 ? !PASSING.has(reply.status) : LASTING.has(reply.status)
}

function describe(reply: Reply): string {
  return reply.kind === 'answer' ? `status ${reply.status}` : reply.reason
}

function pause(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, ms)
  return promise
}
