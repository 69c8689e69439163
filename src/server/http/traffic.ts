// The old server's part in a planned swap: it accepts nothing new, finishes what is in flight, and passes the rest on.
import net from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../core/clock.ts'
import type { Context } from '../context.ts'
import { passOn } from './pass-on.ts'

type Deps = Pick<Context, 'clock' | 'config' | 'connections' | 'leadership' | 'waits'>

/** Longer than any request should take; what is still under way then fails, and the swap goes on. */
const FINISH_LIMIT_MS = 5000
/** Clients that ask again within this time are told to reconnect; the others were idle, and find out by themselves. */
const LINGER_LIMIT_MS = 3000
const LOOK_EVERY_MS = 5

export interface Traffic {
  /** Stops accepting, finishes what is in flight, and gives up the lead. */
  drain(): Promise<void>
  /** Resolves when nobody is connected any more, or has been for too long. */
  emptied(): Promise<void>
}

/** To be called before the first request. */
export function watchTraffic(app: FastifyInstance, context: Deps): Traffic {
  const open = new Set<unknown>()
  const sockets = new Set<unknown>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  let draining = false
  app.addHook('onRequest', async (request, reply) => {
    open.add(request.raw)
    // One that came from inside (an MCP tool's) has no connection whose end would close the request itself.
    for (const side of [request.raw, reply.raw]) side.once('close', () => open.delete(request.raw))
  })
  app.addHook('onSend', async (_, reply) => {
    if (draining) reply.header('connection', 'close')
  })
  return {
    async drain() {
      draining = true
      // Only the listener: http.Server's own close would reset connections that are between two requests.
      net.Server.prototype.close.call(app.server)
      passOn(app.server, { host: context.config.host, port: context.config.port })
      context.connections.endAll()
      context.waits.endAll()
      await waitUntil(context.clock, FINISH_LIMIT_MS, () => open.size === 0)
      await context.leadership.yield()
    },
    async emptied() {
      // Idle connections are not closed at once: their clients may be sending just now, and would meet a reset.
      await waitUntil(context.clock, LINGER_LIMIT_MS, () => sockets.size === 0)
    },
  }
}

async function waitUntil(clock: Clock, limitMs: number, isSo: () => boolean): Promise<void> {
  const deadlineMs = clock.monotonicMs() + limitMs
  while (!isSo() && clock.monotonicMs() < deadlineMs) {
    const { promise, resolve } = Promise.withResolvers<void>()
    clock.after(LOOK_EVERY_MS, resolve)
    await promise
  }
}
