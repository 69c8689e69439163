// How much one agent may send in a minute. What it was told is accepted stays so; what is over the bound is refused, and can be sent
// again later. People, cmux itself and programs outside have bounds of their own.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Principal } from '../access/principal.ts'
import type { Clock } from '../clock.ts'

export interface SendLimits {
  readonly perMinute: number
  readonly bytesPerMinute: number
}

type By = Pick<Principal, 'agent'>

export interface SendBound {
  /** Throws when this agent has sent as much as it may. Nobody else is counted. */
  check(by: By, bytes: number): void
  /** It was accepted. */
  note(by: By, bytes: number): void
}

interface Sent {
  readonly atMs: number
  readonly bytes: number
}

const WINDOW_MS = 60_000

/** In memory: a server that was just started, or took over, begins to count anew. */
export function makeSendBound(limits: SendLimits, clock: Pick<Clock, 'monotonicMs'>): SendBound {
  const sentBy = new Map<string | null, readonly Sent[]>()
  return {
    check({ agent }, bytes) {
      const nowMs = clock.monotonicMs()
      const waitMs = decideWait(sentBy.get(agent) ?? [], bytes, limits, nowMs)
      if (waitMs > 0) throw tooMuch(String(agent), limits, Math.ceil(waitMs / 1000))
    },
    note({ agent }, bytes) {
      if (agent === null) return
      const nowMs = clock.monotonicMs()
      sentBy.set(agent, [...inWindow(sentBy.get(agent) ?? [], nowMs), { atMs: nowMs, bytes }])
    },
  }
}

const inWindow = (sent: readonly Sent[], nowMs: number) => sent.filter(({ atMs }) => nowMs - atMs < WINDOW_MS)

/** 0 when it may be sent. One alone always may: else a long one never could. Pure. */
export function decideWait(
  sent: readonly Sent[],
  bytes: number,
  { perMinute, bytesPerMinute }: SendLimits,
  nowMs: number,
): number {
  const recent = inWindow(sent, nowMs)
  let count = recent.length
  let total = recent.reduce((sum, each) => sum + each.bytes, bytes)
  if (count < perMinute && total <= bytesPerMinute) return 0
  // The oldest go first.
  for (const each of recent) {
    count -= 1
    total -= each.bytes
    if (count < perMinute && (count === 0 || total <= bytesPerMinute)) return each.atMs + WINDOW_MS - nowMs
  }
  return 0
}

function tooMuch(agent: string, { perMinute, bytesPerMinute }: SendLimits, retryAfterSec: number): CmuxError {
  return new CmuxError(
    'TOO_MANY_REQUESTS',
    `${agent} has sent as much as an agent may in a minute (${perMinute} messages, ${bytesPerMinute} bytes)`,
    {
      retryAfterSec,
      hint: `wait ${retryAfterSec} s and send it again; say several things in one message, and put long texts into a file`,
    },
  )
}
