// Waits for the first frame of a WebSocket that came with a cookie. Until it is known who is there, nothing is answered and
// nothing is done; what comes after it meanwhile is kept, in order, for who serves the socket then.
import type { RawData, WebSocket } from 'ws'
import type { Clock } from '../../core/clock.ts'
import { StreamGreeting } from '../../protocol/access/stream-greeting.ts'
import { textOf } from './text-of.ts'

/** A page sends it as soon as the socket is open. */
const GREETING_LIMIT_MS = 10_000
/** A page that reconnects opens its terminals again, one frame each. */
const KEPT_MAX = 100

export interface Greeting {
  /** Undefined: no greeting came in time, or something else came first. */
  readonly pageSecret: Promise<string | undefined>
  /** Gives what came since to `hear`, and whatever comes from now on. */
  passTo(hear: (text: string) => void): void
}

/** Called in the same turn in which the socket was opened, so that no frame is missed. */
export function readGreeting(socket: WebSocket, clock: Pick<Clock, 'after'>): Greeting {
  const first = Promise.withResolvers<string | undefined>()
  const kept: string[] = []
  const cancel = clock.after(GREETING_LIMIT_MS, () => first.resolve(undefined))
  let isGreeted = false
  const take = (data: RawData) => {
    if (isGreeted) {
      if (kept.push(textOf(data)) > KEPT_MAX) socket.terminate()
      return
    }
    isGreeted = true
    cancel()
    first.resolve(parseGreeting(textOf(data)))
  }
  socket.on('message', take)
  socket.once('close', () => {
    cancel()
    first.resolve(undefined)
  })
  return {
    pageSecret: first.promise,
    passTo(hear) {
      socket.off('message', take)
      socket.on('message', (data) => hear(textOf(data)))
      for (const text of kept) hear(text)
    },
  }
}

function parseGreeting(text: string): string | undefined {
  try {
    const parsed = StreamGreeting.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data.pageSecret : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
