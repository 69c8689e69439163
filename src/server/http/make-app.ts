// The HTTP side, put together: limits, the guard before everything, routes from the table, one shape of error.
import { join } from 'node:path'
import fastifyCookie from '@fastify/cookie'
import fastifyStatic from '@fastify/static'
import fastifyWebsocket from '@fastify/websocket'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { PAGES } from '../../protocol/pages.ts'
import type { Context } from '../context.ts'
import { registerWebSocket } from '../stream/web-socket.ts'
import { answerBrokenRequest } from './answer-broken-request.ts'
import { answerError } from './answer-error.ts'
import { makeAlertHandlers } from './handlers/alert-handlers.ts'
import { makeApprovalHandlers } from './handlers/approval-handlers.ts'
import { makeAgentHandlers } from './handlers/agent-handlers.ts'
import { makeAgentRequestHandlers } from './handlers/agent-request-handlers.ts'
import { makeAuditHandlers } from './handlers/audit-handlers.ts'
import { makeBrowseHandlers } from './handlers/browse-handlers.ts'
import { makeBudgetHandlers } from './handlers/budget-handlers.ts'
import { makeDemoHandlers } from './handlers/demo-handlers.ts'
import { makeEventHandlers } from './handlers/event-handlers.ts'
import { makeForeignHandlers } from './handlers/protocols/foreign-handlers.ts'
import { makeMachineHandlers } from './handlers/machine-handlers.ts'
import { makeJournalHandlers } from './handlers/journal-handlers.ts'
import { makeMessageHandlers } from './handlers/message-handlers.ts'
import { makeNoticeHandlers } from './handlers/notice-handlers.ts'
import { makeContinuityHandlers } from './handlers/continuity-handlers.ts'
import { makePauseHandlers } from './handlers/pause-handlers.ts'
import { makePortHandlers } from './handlers/port-handlers.ts'
import { makeProofHandlers } from './handlers/proof-handlers.ts'
import { makeProjectHandlers } from './handlers/project-handlers.ts'
import { makeRulesHandlers } from './handlers/rules-handlers.ts'
import { makePushHandlers } from './handlers/push-handlers.ts'
import { makeReleaseHandlers } from './handlers/release-handlers.ts'
import { makeSystemHandlers } from './handlers/system-handlers.ts'
import { makeElsewhereHandlers } from './handlers/elsewhere-handlers.ts'
import { makeHistoryHandlers } from './handlers/history-handlers.ts'
import { makeWardHandlers } from './handlers/ward-handlers.ts'
import { makeChangeHandlers } from './handlers/change-handlers.ts'
import { makeTaskHandlers } from './handlers/task-handlers.ts'
import { makeTokenHandlers } from './handlers/token-handlers.ts'
import { nameRelease } from './name-release.ts'
import { parseJsonBody } from './parse-json-body.ts'
import { registerRoutes } from './register-routes.ts'
import { securityHeaders } from './security-headers.ts'

const BODY_MAX_BYTES = 1024 * 1024
const FRAME_MAX_BYTES = 64 * 1024
const CONNECTIONS_MAX = 2000
const REQUEST_LIMIT_MS = 30_000
const PARAM_MAX_CHARS = 200
/** Nobody opens these in a browser; a program may ask for HTML besides all else. */
const PROGRAM_PATHS = /^\/(?:api|assets|mcp|a2a|metrics)(?:[/?]|$)/
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** `onRoute` hears of every route as it is registered, for whoever checks them all. */
export async function makeApp(
  context: Context,
  onRoute: (route: RouteOptions) => void = () => undefined,
): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = context.log
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_LIMIT_MS,
    routerOptions: { maxParamLength: PARAM_MAX_CHARS },
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    // While we stop, what still comes in on an open connection is answered, and told to reconnect.
    return503OnClosing: false,
    http: {
      // Without a Host the guard refuses, in our own words.
      requireHostHeader: false,
      // Other protocols are offered by clients that can do without (curl: h2c); HTTP lets us ignore the offer.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  app.server.maxConnections = CONNECTIONS_MAX
  app.addHook('onRoute', onRoute)
  app.setErrorHandler(answerError)
  answerNowhere(app, context)
  parseJsonBody(app)
  await app.register(fastifyCookie)
  await app.register(fastifyWebsocket, { options: { maxPayload: FRAME_MAX_BYTES } })
  answerForNode(app)
  addHooks(app, context)
  registerRoutes(app, {
    ...makeSystemHandlers(context),
    ...makeTokenHandlers(context),
    ...makeEventHandlers(context),
    ...makeAuditHandlers(context),
    ...makeDemoHandlers(context),
    ...makePauseHandlers(context),
    ...makePortHandlers(context),
    ...makeContinuityHandlers(context),
    ...makeRulesHandlers(context),
    ...makeBrowseHandlers(context),
    ...makeBudgetHandlers(context),
    ...makeReleaseHandlers(context),
    ...makeAgentHandlers(context),
    ...makeAgentRequestHandlers(context),
    ...makeProjectHandlers(context),
    ...makeMessageHandlers(context),
    ...makeForeignHandlers(app, context),
    ...makeTaskHandlers(context),
    ...makeChangeHandlers(context),
    ...makeElsewhereHandlers(context),
    ...makeHistoryHandlers(context),
    ...makeWardHandlers(context),
    ...makeApprovalHandlers(context),
    ...makePushHandlers(context),
    ...makeProofHandlers(context),
    ...makeNoticeHandlers(context),
    ...makeMachineHandlers(context),
    ...makeJournalHandlers(context),
    ...makeAlertHandlers(context),
  })
  registerWebSocket(app, context)
  await registerPages(app, context)
  return app
}

/** Requests that Node and ws would answer by themselves, each in a shape of its own. */
function answerForNode(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => {
    // RFC 9110: an expectation that we don't know may be ignored; the request itself still passes the guard.
    app.server.emit('request', request, response)
  })
  app.websocketServer.on('wsClientError', (error, socket) => answerBrokenRequest(error, socket))
}

function addHooks(app: FastifyInstance, context: Context): void {
  app.decorateRequest('principal', undefined)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders)
    if (!request.raw.url?.startsWith('/'))
      throw new CmuxError('BAD_URL', 'only paths are served, not absolute addresses')
    const { access, late } = request.routeOptions.config
    await context.guard.admit(request, seeksPage(request) ? 'page' : access, late)
    if (request.ws && !request.is404 && !request.routeOptions.config.speaksWebSocket)
      throw new CmuxError('BAD_REQUEST', 'this address does not speak WebSocket')
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
async function registerPages(app: FastifyInstance, { webRoot: root, release }: Context): Promise<void> {
  // Ranges are for large media; without them no request for one can fail.
  await app.register(fastifyStatic, {
    root,
    serve: false,
    acceptRanges: false,
    cacheControl: false,
    // Files named after their content stay true, once they are there: that one is missing must not be remembered.
    setHeaders(reply, path) {
      if (path.startsWith(join(root, 'assets'))) reply.header('cache-control', IMMUTABLE)
    },
  })
  const config = { access: 'page' } as const
  for (const address of ['/', ...PAGES.flatMap((page) => [`/${page}`, `/${page}/*`])])
    app.get(address, { config }, (_, reply) => reply.headers(nameRelease(release.id)).sendFile('index.html'))
  app.get<{ Params: { '*': string } }>('/assets/*', { config }, (request, reply) =>
    reply.sendFile(`assets/${request.params['*']}`),
  )
}

function answerNowhere(app: FastifyInstance, { release }: Context): void {
  app.setNotFoundHandler((request, reply) => {
    if (seeksPage(request)) return reply.code(404).headers(nameRelease(release.id)).sendFile('index.html')
    throw new CmuxError('NOT_FOUND', `there is nothing at ${request.method} ${pathOf(request.url)}`)
  })
}

/** A person followed a link, or typed an address, that leads nowhere: the page says so, in its own words. Programs get an error. */
function seeksPage({ is404, method, url, headers }: FastifyRequest): boolean {
  const isNavigation = method === 'GET' && (headers.accept ?? '').includes('text/html')
  return is404 && isNavigation && !PROGRAM_PATHS.test(url)
}

const pathOf = (url: string) => url.split('?', 1)[0]
