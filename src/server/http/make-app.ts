// The HTTP side, put together: limits, the guard before everything, routes from the table, one shape of error.
import fastifyCookie from '@fastify/cookie'
import fastifyStatic from '@fastify/static'
import fastifyWebsocket from '@fastify/websocket'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Context } from '../context.ts'
import { registerWebSocket } from '../stream/web-socket.ts'
import { answerBrokenRequest } from './answer-broken-request.ts'
import { answerError } from './answer-error.ts'
import { makeEventHandlers } from './handlers/event-handlers.ts'
import { makeSystemHandlers } from './handlers/system-handlers.ts'
import { makeTokenHandlers } from './handlers/token-handlers.ts'
import { registerRoutes } from './register-routes.ts'
import { securityHeaders } from './security-headers.ts'

const BODY_MAX_BYTES = 1024 * 1024
const FRAME_MAX_BYTES = 64 * 1024
const CONNECTIONS_MAX = 2000
const REQUEST_LIMIT_MS = 30_000
const PARAM_MAX_CHARS = 200

export async function makeApp(context: Context): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = context.log
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_LIMIT_MS,
    routerOptions: { maxParamLength: PARAM_MAX_CHARS },
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  app.server.maxConnections = CONNECTIONS_MAX
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request) => {
    throw new CmuxError('NOT_FOUND', `there is nothing at ${request.method} ${pathOf(request.url)}`)
  })
  // A text body would let a plain HTML form reach a route without a preflight.
  app.removeContentTypeParser('text/plain')
  await app.register(fastifyCookie)
  await app.register(fastifyWebsocket, { options: { maxPayload: FRAME_MAX_BYTES } })
  addHooks(app, context)
  registerRoutes(app, {
    ...makeSystemHandlers(context),
    ...makeTokenHandlers(context),
    ...makeEventHandlers(context),
  })
  registerWebSocket(app, context)
  await registerPages(app, context.webRoot)
  return app
}

function addHooks(app: FastifyInstance, context: Context): void {
  app.decorateRequest('principal', undefined)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders)
    if (!request.raw.url?.startsWith('/'))
      throw new CmuxError('BAD_URL', 'only paths are served, not absolute addresses')
    request.principal = await context.guard.admit(request, request.routeOptions.config.access)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const seconds = reply.elapsedTime / 1000
    context.metrics.countRequest(route, request.method, reply.statusCode, seconds)
    const level = request.method === 'GET' ? 'debug' : 'info'
    const who = request.principal?.actor
    request.log[level](
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime), who },
      'request',
    )
  })
}

/** The front end: files that anybody may load, since they hold no data. */
async function registerPages(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, { root, serve: false })
  const config = { access: 'page' } as const
  app.get('/', { config }, (_, reply) => reply.sendFile('index.html'))
  app.get<{ Params: { '*': string } }>('/assets/*', { config }, (request, reply) =>
    reply.sendFile(`assets/${request.params['*']}`),
  )
}

const pathOf = (url: string) => url.split('?', 1)[0]
