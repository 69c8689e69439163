// The door: every request and every upgrade passes here before any route sees it. Refusing is the default: a route that
// the table does not know is refused like one that needs a token.
import type { FastifyRequest } from 'fastify'
import {
  authenticate,
  authenticateSession,
  type AuthenticateSessionDeps,
} from '../../core/access/authenticate.ts'
import { decideRequest, type AllowedHosts } from '../../core/access/decide-request.ts'
import type { Principal } from '../../core/access/principal.ts'
import type { RateLimiter } from '../../core/access/rate-limiter.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Route } from '../../protocol/routes.ts'

/** Only our own scripts can set it on a request, since a foreign page would need a CORS preflight that is never granted. */
const CLIENT_HEADER = 'x-cmux-client'
/** What our page keeps in the storage of its origin. */
const PAGE_SECRET_HEADER = 'x-cmux-page-secret'
/** A page on another port can add cookies of our name for single paths, so that ours comes later: as many as a path has parts. */
const COOKIES_MAX = 10

export interface GuardDeps extends AuthenticateSessionDeps {
  /** Read for each request, since the port may be known only after listening. */
  readonly allowedHosts: () => AllowedHosts
  readonly sessionCookie: (host: string | undefined) => { readonly name: string }
  readonly requests: RateLimiter
  readonly failedLogins: RateLimiter
}

/** `page` marks static files, which anybody may load: they hold no data. */
export type Access = Route['access'] | 'page'

export interface Guard {
  /**
   * Lets the request in, or throws; whoever it is known to come from stands in `request.principal` either way. Only a
   * WebSocket that comes with a cookie has none yet: a browser can send its page's secret in the first frame only.
   */
  admit(request: FastifyRequest, access: Access | undefined, hearsLate?: boolean): Promise<void>
  /** Says who opened that WebSocket, from its cookie and the page's secret, or throws. */
  admitSocket(request: FastifyRequest, page: string, access: Access): Promise<Principal>
  /** Slows down guessing, for every way of logging in. */
  countFailedLogin(): void
}

export function makeGuard(deps: GuardDeps): Guard {
  const countFailedLogin = () => {
    const waitMs = deps.failedLogins.take('everybody', deps.clock.monotonicMs())
    if (waitMs > 0) throw tooMany('too many failed logins', waitMs)
  }

  const identify = async (sent: Known): Promise<Principal> => {
    if (sent.kind === 'bearer') {
      const principal = await authenticate(deps, sent.secret)
      if (principal) return principal
    } else
      for (const cookie of sent.cookies) {
        const principal = await authenticateSession(deps, { cookie, page: sent.page })
        if (principal) return principal
      }
    countFailedLogin()
    if (sent.kind === 'bearer')
      throw new CmuxError('UNAUTHENTICATED', 'the token is unknown, revoked or expired')
    throw new CmuxError('UNAUTHENTICATED', 'the login is over', LOG_IN_AGAIN)
  }

  /** Once it is known who asks: not too often, and only what the role may. */
  const judge = (principal: Principal, access: Access | undefined, is404: boolean) => {
    const waitMs = deps.requests.take(principal.tokenId, deps.clock.monotonicMs())
    if (waitMs > 0) throw tooMany('too many requests with this token', waitMs)
    // A route that names nobody is for nobody; that there is no route, whoever is inside may hear.
    const mayEnter = access === undefined ? is404 : access.includes(principal.role)
    if (!mayEnter) throw new CmuxError('FORBIDDEN', `a token of role ${principal.role} may not do this`)
  }

  return {
    countFailedLogin,
    async admit(request, access, hearsLate = false) {
      const sent = readCredential(request, deps.sessionCookie(request.headers.host).name)
      const refusal = decideRequest(requestFacts(request, sent.kind, access), deps.allowedHosts())
      if (refusal) throw new CmuxError(refusal.code, refusal.message)

      const isPublic = access === 'public' || access === 'page'
      if (isPublic) return
      if (sent.kind === 'none') throw new CmuxError('UNAUTHENTICATED', 'this needs a token')
      if (!isKnown(sent)) {
        if (request.ws && request.routeOptions.config.speaksWebSocket) return
        throw new CmuxError('UNAUTHENTICATED', COOKIE_ALONE, LOG_IN_AGAIN)
      }
      const principal = await identify(sent)
      // No guess, and so no failed login: an agent that is being stopped may ask often.
      if (principal.late && !hearsLate)
        throw new CmuxError('UNAUTHENTICATED', 'the token has ended with its process')
      request.principal = principal
      judge(principal, access, request.is404)
    },
    async admitSocket(request, page, access) {
      const sent = readCredential(request, deps.sessionCookie(request.headers.host).name)
      if (sent.kind !== 'cookie') throw new CmuxError('UNAUTHENTICATED', 'this needs a token')
      const principal = await identify({ ...sent, page })
      judge(principal, access, false)
      return principal
    },
  }
}

const COOKIE_ALONE = 'a login cookie counts only with the secret that the dashboard keeps'
const LOG_IN_AGAIN = {
  hint: 'run `cmux open` to log in to the dashboard again; a program sends a bearer token',
}

function requestFacts(request: FastifyRequest, credential: Credential['kind'], access: Access | undefined) {
  const { headers } = request
  return {
    method: request.method,
    hosts: allHeaders(request.raw.rawHeaders, 'host'),
    origin: headers.origin,
    secFetchSite: single(headers['sec-fetch-site']),
    secFetchMode: single(headers['sec-fetch-mode']),
    upgrade: headers.upgrade !== undefined,
    credential,
    hasClientHeader: headers[CLIENT_HEADER] !== undefined,
    isPage: access === 'page' || request.routeOptions.url === '/login',
  }
}

type Known =
  | { readonly kind: 'bearer'; readonly secret: string }
  | { readonly kind: 'cookie'; readonly cookies: readonly string[]; readonly page: string }

type Credential =
  | Known
  | { readonly kind: 'cookie'; readonly cookies: readonly string[]; readonly page: undefined }
  | { readonly kind: 'none' }

const isKnown = (sent: Credential): sent is Known =>
  sent.kind === 'bearer' || (sent.kind === 'cookie' && sent.page !== undefined)

function readCredential(request: FastifyRequest, cookieName: string): Credential {
  const [authorization, ...more] = allHeaders(request.raw.rawHeaders, 'authorization')
  if (authorization !== undefined) {
    const secret = more.length === 0 ? /^Bearer ([\w-]{1,200})$/.exec(authorization)?.[1] : undefined
    return { kind: 'bearer', secret: secret ?? '' }
  }
  const cookies = cookiesNamed(request.headers.cookie ?? '', cookieName)
  if (cookies.length === 0) return { kind: 'none' }
  return { kind: 'cookie', cookies, page: single(request.headers[PAGE_SECRET_HEADER]) }
}

function cookiesNamed(header: string, name: string): string[] {
  const pairs = header.split(';').map((pair) => pair.trim())
  const named = pairs.filter((pair) => pair.startsWith(`${name}=`)).slice(0, COOKIES_MAX)
  return named.map((pair) => pair.slice(name.length + 1))
}

/** Node keeps only the first of two Host or Authorization headers; the second is what a smuggled request hides behind. */
function allHeaders(raw: readonly string[], name: string): string[] {
  return raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name)
}

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value)

function tooMany(message: string, waitMs: number): CmuxError {
  const retryAfterSec = Math.ceil(waitMs / 1000)
  return new CmuxError('TOO_MANY_REQUESTS', message, { retryAfterSec, hint: `wait ${retryAfterSec} s` })
}
