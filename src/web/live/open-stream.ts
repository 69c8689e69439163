// One connection of the stream, from its opening to its end; after `close` nothing more is heard of it.
import type { Event } from '../../protocol/event.ts'
import type { StreamGreeting } from '../../protocol/access/stream-greeting.ts'
import type { TerminalMessage, TerminalRequest } from '../../protocol/terminal.ts'
import { readPageSecret } from '../page-secret.ts'
import { makeGate } from './gate.ts'

export interface Stream {
  /** False: it is not open, and nothing was sent. */
  send(request: TerminalRequest): boolean
  close(): void
}

export interface StreamListener {
  onOpen(): void
  onEvents(events: readonly Event[]): void
  onTerminal(message: TerminalMessage): void
  onClose(code: number, reason: string): void
}

export function openStream(after: number, listener: StreamListener): Stream {
  const socket = new WebSocket(`/api/stream?after=${after}`)
  const unheard = new AbortController()
  const { signal } = unheard
  const gate = makeGate<Event>(listener.onEvents)
  socket.addEventListener(
    'open',
    () => {
      // Nothing is answered before this.
      socket.send(JSON.stringify({ pageSecret: readPageSecret() } satisfies StreamGreeting))
      listener.onOpen()
    },
    { signal },
  )
  socket.addEventListener(
    'message',
    ({ data }) => {
      const heard = JSON.parse(String(data)) as Event | TerminalMessage
      if ('term' in heard) listener.onTerminal(heard)
      else gate.pass(heard)
    },
    { signal },
  )
  socket.addEventListener(
    'close',
    ({ code, reason }) => {
      gate.flush()
      listener.onClose(code, reason)
    },
    { signal },
  )
  return {
    send(request) {
      if (socket.readyState !== WebSocket.OPEN) return false
      socket.send(JSON.stringify(request))
      return true
    },
    close() {
      unheard.abort()
      gate.flush()
      socket.close()
    },
  }
}
