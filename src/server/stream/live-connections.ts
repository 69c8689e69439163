// Every open stream with the token it came in on, so that a revoked token takes its sockets with it.
import type { Principal } from '../../core/access/principal.ts'
import type { Clock } from '../../core/clock.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'

export type EndReason = 'revoked' | 'expired' | 'slow' | 'stopping' | 'failed'

export interface LiveConnections {
  /** Registers a stream until the result is disposed of; `end` is called when it must close. */
  add(principal: Principal, end: (reason: EndReason) => void): Disposable
  /** Throws when no further stream may be opened. */
  checkRoom(): void
  endToken(tokenId: string): void
  endAll(): void
  count(): number
}

/** setTimeout's own limit: later expiries are looked at again then. */
const TIMER_MAX_MS = 2 ** 31 - 1

export function makeLiveConnections(clock: Clock, max: number): LiveConnections {
  const open = new Map<(reason: EndReason) => void, Principal>()

  const endAtExpiry = (principal: Principal, end: (reason: EndReason) => void): (() => void) => {
    const { expiresAt } = principal
    if (expiresAt === null) return () => undefined
    let cancel: (() => void) | undefined
    const look = () => {
      const leftMs = Date.parse(expiresAt) - clock.nowMs()
      if (leftMs <= 0) end('expired')
      else cancel = clock.after(Math.min(leftMs, TIMER_MAX_MS), look)
    }
    look()
    return () => cancel?.()
  }

  const checkRoom = () => {
    if (open.size >= max) throw new CmuxError('TOO_MANY_REQUESTS', `${max} streams are open already`)
  }

  return {
    add(principal, end) {
      checkRoom()
      open.set(end, principal)
      const cancel = endAtExpiry(principal, end)
      return {
        [Symbol.dispose]() {
          cancel()
          open.delete(end)
        },
      }
    },
    checkRoom,
    endToken(tokenId) {
      for (const [end, principal] of open) if (principal.tokenId === tokenId) end('revoked')
    },
    endAll() {
      for (const end of open.keys()) end('stopping')
    },
    count: () => open.size,
  }
}
