// Follows the history over one WebSocket: resumes after the last number it saw, and says how far behind it is.
import type { Event } from '../protocol/event.ts'

export type ConnectionState = 'live' | 'catching-up' | 'offline'

const RETRY_FIRST_MS = 250
const RETRY_MAX_MS = 5000
/** The server's word that our login is over: coming back with the same cookie would only fail again. */
const CLOSE_LOGGED_OUT = 4401
const CLOSE_AHEAD = 4409

export function followEvents(
  after: number,
  on: { event: (event: Event) => void; state: (state: ConnectionState, detail: string) => void },
): void {
  let last = after
  let retryMs = RETRY_FIRST_MS

  const connect = () => {
    on.state('catching-up', 'connecting')
    const socket = new WebSocket(`/api/stream?after=${last}`)
    socket.addEventListener('open', () => {
      retryMs = RETRY_FIRST_MS
      on.state('live', 'live')
    })
    socket.addEventListener('message', ({ data }) => {
      const event = JSON.parse(String(data)) as Event
      last = event.seq
      on.event(event)
    })
    socket.addEventListener('close', ({ code, reason }) => {
      on.state('offline', reason || `offline since ${new Date().toLocaleTimeString()}`)
      if (code === CLOSE_LOGGED_OUT) return
      if (code === CLOSE_AHEAD) last = 0
      setTimeout(connect, retryMs)
      retryMs = Math.min(retryMs * 2, RETRY_MAX_MS)
    })
  }
  connect()
}
