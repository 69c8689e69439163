// The feed as Server-Sent Events: plain HTTP, resumed by the browser itself with Last-Event-ID.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { isRevoked } from '../../core/access/is-revoked.ts'
import type { Principal } from '../../core/access/principal.ts'
import { openFeed } from '../../core/events/open-feed.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Event } from '../../protocol/event.ts'
import type { Context } from '../context.ts'
import { securityHeaders } from '../http/security-headers.ts'
import type { EndReason } from './live-connections.ts'
import { sendFeed, SlowReader, streamLimits } from './send-feed.ts'

type Deps = Pick<Context, 'clock' | 'config' | 'connections' | 'feed' | 'log' | 'store'>

/** Keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 15_000

export async function streamServerSentEvents(
  context: Deps,
  { principal, reply, after }: { principal: Principal; reply: FastifyReply; after: number },
): Promise<void> {
  const response = reply.raw
  const ended = new AbortController()
  let reason: EndReason | undefined
  const finish = (why: EndReason) => {
    if (ended.signal.aborted) return
    reason = why
    ended.abort()
    if (response.headersSent) sayGoodbye(context, response, why)
  }

  using _registered = context.connections.add(principal, finish)
  if (await isRevoked(context.store, principal))
    throw new CmuxError('UNAUTHENTICATED', 'the token was revoked')
  const feed = await openFeed(context.feed, after, ended.signal)
  reply.hijack()
  response.writeHead(200, { ...securityHeaders, 'content-type': 'text/event-stream; charset=utf-8' })
  response.flushHeaders()
  // Both may have happened while the feed was opened: the stream's end, and the client's leaving.
  if (reason) sayGoodbye(context, response, reason)
  if (response.closed) ended.abort()
  response.once('close', () => ended.abort())
  const heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS)
  try {
    await sendFeed(feed, { send: (page) => sendPage(response, page, ended.signal) }, streamLimits(context))
  } catch (error) {
    context.log.warn({ err: error }, 'a stream of server-sent events ended')
    finish(error instanceof SlowReader ? 'slow' : 'failed')
  } finally {
    clearInterval(heartbeat)
  }
}

function sayGoodbye(context: Deps, response: ServerResponse, reason: EndReason): void {
  response.end(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`)
  // A reader that is stuck would never take the farewell: its socket is given the same time again, then closed.
  const limitMs = context.config.limits.slowReaderSec * 1000
  response.once(
    'close',
    context.clock.after(limitMs, () => response.destroy()),
  )
}

async function sendPage(
  response: ServerResponse,
  page: readonly Event[],
  signal: AbortSignal,
): Promise<void> {
  const text = page.map((event) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  if (signal.aborted || response.write(text)) return
  await once(response, 'drain', { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}
