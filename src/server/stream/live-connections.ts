// Every open stream with the token it came in on, so that a revoked token takes its sockets with it.
import type { Principal } from '../../core/access/principal.ts'
import type { Clock } from '../../core/clock.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'

export type EndReason = 'revoked' | 'expired' | 'slow' | 'stopping' | 'failed'

export interface LiveConnections {
  /** Registers a stream until the result is disposed of; `end` is called when it must close. */
  add(principal: Principal, end: (reason: EndReason) => void): Disposable
  endToken(tokenId: string): void
  endAll(): void
  count(): number
}

/** setTimeout's own limit: later expiries are looked at again then. */
const TIMER_MAX_MS = 2 ** 31 - 1

export function makeLiveConnections(clock: Clock, max: number): LiveConnections {
  const open = new Map<(reason: EndReason) => void, Principal>()

  const endAtExpiry = (principal: Principal, end: (reason: EndReason) => void): (() => void) => {
    if (principal.expiresAt === null) return () => undefined
    const leftMs = Date.parse(principal.expiresAt) - clock.nowMs()
    return clock.after(Math.min(Math.max(0, leftMs), TIMER_MAX_MS), () => {
      if (leftMs <= TIMER_MAX_MS) end('expired')
    })
  }

  return {
    add(principal, end) {
      if (open.size >= max) throw new CmuxError('TOO_MANY_REQUESTS', `${max} streams are open already`)
      open.set(end, principal)
      const cancel = endAtExpiry(principal, end)
      return {
        [Symbol.dispose]() {
          cancel()
          open.delete(end)
        },
      }
    },
    endToken(tokenId) {
      for (const [end, principal] of open) if (principal.tokenId === tokenId) end('revoked')
    },
    endAll() {
      for (const end of open.keys()) end('stopping')
    },
    count: () => open.size,
  }
}
