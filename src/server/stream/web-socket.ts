// The feed over a WebSocket: the dashboard's one connection. Back-pressure, heartbeat and a reason for every end.
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { isRevoked } from '../../core/access/is-revoked.ts'
import type { Principal } from '../../core/access/principal.ts'
import { openFeed } from '../../core/events/open-feed.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Event } from '../../protocol/event.ts'
import { ROUTES } from '../../protocol/routes.ts'
import type { Context } from '../context.ts'
import { parsePart } from '../http/register-routes.ts'
import type { EndReason } from './live-connections.ts'
import { readGreeting } from './read-greeting.ts'
import { sendFeed, SlowReader, streamLimits } from './send-feed.ts'
import { makeTerminalViews } from './terminal-views.ts'
import { textOf } from './text-of.ts'

type Deps = Pick<Context, 'agents' | 'clock' | 'config' | 'connections' | 'feed' | 'guard' | 'log' | 'store'>

const HEARTBEAT_MS = 15_000
/** Sockets of which it is not known yet who opened them: more than pages that reconnect at once, and few enough to hold. */
const STRANGERS_MAX = 100

/** Close codes of our own begin at 4000; each says whether and how to come back. */
const CLOSE: Readonly<
  Record<EndReason | 'ahead' | 'full' | 'stranger', readonly [code: number, reason: string]>
> = {
  stopping: [1001, 'the server is stopping: reconnect and resume after your last number'],
  failed: [1011, 'something went wrong: reconnect and resume after your last number'],
  revoked: [4401, 'the token was revoked'],
  expired: [4401, 'the login is over'],
  stranger: [4401, 'the login is over: run `cmux open`'],
  slow: [4408, 'too slow: reconnect and resume after your last number'],
  ahead: [4409, 'there is no such event: start again with after=0'],
  full: [1013, 'too many streams are open: try again later'],
}

export function registerWebSocket(app: FastifyInstance, context: Deps): void {
  const route = ROUTES['GET /api/stream']
  const strangers = new Set<WebSocket>()
  app.route({
    method: 'GET',
    url: '/api/stream',
    config: { access: route.access, speaksWebSocket: true },
    preValidation: async (request) => {
      parsePart(route.query, request.query, 'query')
      if (request.ws) context.connections.checkRoom()
    },
    handler: () => {
      throw new CmuxError('BAD_REQUEST', 'this address speaks WebSocket', { hint: 'connect with ws://' })
    },
    wsHandler: async (socket, request) => {
      const { after } = route.query.parse(request.query)
      const gather = makeGather(request.socket)
      if (request.principal) {
        const listen: Line['listen'] = (hear) => socket.on('message', (data) => hear(textOf(data)))
        return serveSocket(context, { socket, gather, listen }, request.principal, after)
      }
      // The oldest makes room: a page greets at once, and nobody can keep it out by holding sockets open.
      if (strangers.size >= STRANGERS_MAX) [...strangers][0]?.terminate()
      strangers.add(socket)
      const known = await meet(context, socket, request).finally(() => strangers.delete(socket))
      // It may be gone by now, and would not tell of it again.
      if (!known || socket.readyState !== socket.OPEN) return
      await serveSocket(context, { socket, gather, listen: known.listen }, known.principal, after)
    },
  })
}

/** Who is at a socket that came with a cookie: its first frame tells. Undefined: it is closed, with the reason. */
async function meet(
  context: Deps,
  socket: WebSocket,
  request: FastifyRequest,
): Promise<(Pick<Line, 'listen'> & { readonly principal: Principal }) | undefined> {
  const greeting = readGreeting(socket, context.clock)
  // An error is always followed by `close`; without a listener it would end the process.
  socket.on('error', (error) => context.log.debug({ err: error }, 'a socket failed'))
  try {
    const page = await greeting.pageSecret
    if (page === undefined) throw new CmuxError('UNAUTHENTICATED', 'the first frame was no greeting')
    const principal = await context.guard.admitSocket(request, page, ROUTES['GET /api/stream'].access)
    return { principal, listen: greeting.passTo }
  } catch (error) {
    const isRefused = error instanceof CmuxError && error.status < 429
    if (!isRefused) context.log.warn({ err: error }, 'a stream could not begin')
    socket.close(...CLOSE[isRefused ? 'stranger' : reasonOf(error)])
    return undefined
  }
}

interface Line {
  readonly socket: WebSocket
  /** Called before something is sent. */
  readonly gather: () => void
  /** From then on what the client says is heard, and what it said before. */
  readonly listen: (hear: (text: string) => void) => void
}

/** What is sent in one go of the event loop leaves in one piece: tmux often tells of many panes at once. */
function makeGather(wire: Socket): () => void {
  let isGathering = false
  return () => {
    if (isGathering) return
    isGathering = true
    wire.cork()
    setImmediate(() => {
      isGathering = false
      wire.uncork()
    })
  }
}

async function serveSocket(
  context: Deps,
  { socket, gather, listen }: Line,
  principal: Principal,
  after: number,
): Promise<void> {
  const ended = new AbortController()
  const finish = (reason: keyof typeof CLOSE) => {
    if (ended.signal.aborted) return
    ended.abort()
    socket.close(...CLOSE[reason])
    // A reader that is stuck would never take the farewell: its socket is given the same time again, then closed.
    const limitMs = context.config.limits.slowReaderSec * 1000
    socket.once(
      'close',
      context.clock.after(limitMs, () => socket.terminate()),
    )
  }
  socket.once('close', () => ended.abort())
  // An error is always followed by `close`; without a listener it would end the process.
  socket.on('error', (error) => context.log.debug({ err: error }, 'a socket failed'))
  const stopHeartbeat = startHeartbeat(socket)
  try {
    using _registered = context.connections.add(principal, finish)
    using views = makeTerminalViews({
      store: context.store,
      terminals: context.agents.terminals,
      clock: context.clock,
      principal,
      backlog: () => socket.bufferedAmount,
      send(message) {
        if (ended.signal.aborted) return
        gather()
        socket.send(JSON.stringify(message))
      },
    })
    listen(views.hear)
    if (await isRevoked(context.store, principal)) return finish('revoked')
    const feed = await openFeed(context.feed, after, ended.signal)
    const send = (page: readonly Event[]) => {
      if (page.some(({ type }) => type.startsWith('agent.'))) views.follow()
      return sendPage(socket, page, ended.signal)
    }
    await sendFeed(feed, { send }, streamLimits(context))
  } catch (error) {
    finish(reasonOf(error))
    context.log.warn({ err: error }, 'a stream ended')
  } finally {
    stopHeartbeat()
  }
}

function reasonOf(error: unknown): keyof typeof CLOSE {
  if (error instanceof SlowReader) return 'slow'
  const code = error instanceof CmuxError ? error.code : undefined
  // Either way a page begins again with what there is.
  if (code === 'AHEAD_OF_HISTORY' || code === 'HISTORY_ARCHIVED') return 'ahead'
  return code === 'TOO_MANY_REQUESTS' ? 'full' : 'failed'
}

/** Resolves when the last frame of the page has been handed to the kernel. */
function sendPage(socket: WebSocket, page: readonly Event[], signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Taken off again with each page: a socket lives for weeks, and its signal with it.
  const done = () => {
    signal.removeEventListener('abort', done)
    resolve()
  }
  signal.addEventListener('abort', done)
  // A frame that can't be sent means that the socket is closing, which `signal` tells as well.
  page.forEach((event, index) => {
    const isLast = index === page.length - 1
    socket.send(JSON.stringify(event), isLast ? done : undefined)
  })
  return promise
}

function startHeartbeat(socket: WebSocket): () => void {
  let alive = true
  socket.on('pong', () => (alive = true))
  const timer = setInterval(() => {
    if (!alive) return socket.terminate()
    alive = false
    socket.ping()
  }, HEARTBEAT_MS)
  return () => clearInterval(timer)
}
