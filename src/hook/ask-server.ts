// Asks until there is an answer or the limit is over. An agent may always go on after an event that only informs; one that
// gates waits through restarts, crashes and people who take their time, and is then denied.
import { denyAnswer, type HookAnswer } from './gate.ts'
import { limitOf } from './limit-of.ts'
import { sendOnce, type ServerRequest } from './send-once.ts'

/** A server that thinks on says so well within; one that is silent this long hangs, and its successor is asked. */
const TRY_LIMIT_MS = 60_000
const FIRST_PAUSE_MS = 25
const LAST_PAUSE_MS = 1000
/** Between two questions to a server that is there and thinks on. */
const WAIT_PAUSE_MS = 100

export interface HookRequest extends Omit<ServerRequest, 'method' | 'path'> {
  readonly runtime: string
  readonly event: string
}

export interface Patience {
  /** How long a gate waits in all. */
  readonly gateMs: number
  readonly tryMs?: number
  /** Whoever asked does not want to know any more. */
  readonly signal?: AbortSignal
}

/** Nothing to be said is an empty answer. */
export async function askServer(request: HookRequest, patience: Patience): Promise<HookAnswer> {
  const { gateMs, tryMs = TRY_LIMIT_MS, signal } = patience
  const limitMs = limitOf(request.event, gateMs, request.body)
  const end = performance.now() + limitMs
  const call = { ...request, method: 'POST', path: pathOf(request) } as const
  let pauseMs = FIRST_PAUSE_MS
  for (;;) {
    if (signal?.aborted === true) return {}
    const leftMs = end - performance.now()
    if (leftMs <= 0) return denySilence(request.event, limitMs)
    const reply = await sendOnce(call, Math.min(tryMs, leftMs), signal)
    if (reply.kind === 'answer') return reply.answer
    if (reply.kind === 'refused') return denyAnswer(request.event, reply.reason)
    await pause(reply.kind === 'wait' ? WAIT_PAUSE_MS : pauseMs, signal)
    pauseMs = reply.kind === 'wait' ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LAST_PAUSE_MS)
  }
}

function pathOf({ runtime, event }: HookRequest): string {
  return `/api/hooks/${encodeURIComponent(runtime)}/${encodeURIComponent(event)}`
}

export function denySilence(event: string, limitMs: number): HookAnswer {
  return denyAnswer(
    event,
    `cmux gave no answer within ${limitMs / 1000} s; \`cmux status\` says whether it is up.`,
  )
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal?.aborted === true) resolve()
  const over = () => resolve()
  const timer = setTimeout(over, ms)
  signal?.addEventListener('abort', over)
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', over)
  })
}
