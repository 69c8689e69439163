// The door: every request and every upgrade passes here before any route sees it. Refusing is the default: a route that
// the table does not know is refused like one that needs a token.
import type { FastifyRequest } from 'fastify'
import { authenticate, type AuthenticateDeps } from '../../core/access/authenticate.ts'
import { decideRequest, type AllowedHosts } from '../../core/access/decide-request.ts'
import type { RateLimiter } from '../../core/access/rate-limiter.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Route } from '../../protocol/routes.ts'

/** Only our own scripts can set it on a request, since a foreign page would need a CORS preflight that is never granted. */
const CLIENT_HEADER = 'x-cmux-client'

export interface GuardDeps extends AuthenticateDeps {
  /** Read for each request, since the port may be known only after listening. */
  readonly allowedHosts: () => AllowedHosts
  readonly sessionCookie: (host: string | undefined) => { readonly name: string }
  readonly requests: RateLimiter
  readonly failedLogins: RateLimiter
}

/** `page` marks static files, which anybody may load: they hold no data. */
export type Access = Route['access'] | 'page'

export interface Guard {
  /** Lets the request in, or throws; whoever it is known to come from stands in `request.principal` either way. */
  admit(request: FastifyRequest, access: Access | undefined, hearsLate?: boolean): Promise<void>
  /** Slows down guessing, for every way of logging in. */
  countFailedLogin(): void
}

export function makeGuard(deps: GuardDeps): Guard {
  const countFailedLogin = () => {
    const waitMs = deps.failedLogins.take('everybody', deps.clock.monotonicMs())
    if (waitMs > 0) throw tooMany('too many failed logins', waitMs)
  }

  return {
    countFailedLogin,
    async admit(request, access, hearsLate = false) {
      const { secret, credential } = readCredential(request, deps.sessionCookie(request.headers.host).name)
      const refusal = decideRequest(requestFacts(request, credential, access), deps.allowedHosts())
      if (refusal) throw new CmuxError(refusal.code, refusal.message)

      const isPublic = access === 'public' || access === 'page'
      if (isPublic) return
      if (secret === undefined) throw new CmuxError('UNAUTHENTICATED', 'this needs a token')
      const principal = await authenticate(deps, secret)
      if (!principal) {
        countFailedLogin()
        throw new CmuxError('UNAUTHENTICATED', 'the token is unknown, revoked or expired')
      }
      // No guess, and so no failed login: an agent that is being stopped may ask often.
      if (principal.late && !hearsLate)
        throw new CmuxError('UNAUTHENTICATED', 'the token has ended with its process')
      request.principal = principal
      const waitMs = deps.requests.take(principal.tokenId, deps.clock.monotonicMs())
      if (waitMs > 0) throw tooMany('too many requests with this token', waitMs)
      // A route that names nobody is for nobody; that there is no route, whoever is inside may hear.
      const mayEnter = access === undefined ? request.is404 : access.includes(principal.role)
      if (!mayEnter) throw new CmuxError('FORBIDDEN', `a token of role ${principal.role} may not do this`)
    },
  }
}

function requestFacts(
  request: FastifyRequest,
  credential: 'bearer' | 'cookie' | 'none',
  access: Access | undefined,
) {
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

type Credential =
  | { secret: string; credential: 'bearer' | 'cookie' }
  | { secret: undefined; credential: 'none' }

function readCredential(request: FastifyRequest, cookieName: string): Credential {
  const [authorization, ...more] = allHeaders(request.raw.rawHeaders, 'authorization')
  if (authorization !== undefined) {
    const secret = more.length === 0 ? /^Bearer ([\w-]{1,200})$/.exec(authorization)?.[1] : undefined
    return { secret: secret ?? '', credential: 'bearer' }
  }
  const cookie = request.cookies[cookieName]
  return cookie === undefined
    ? { secret: undefined, credential: 'none' }
    : { secret: cookie, credential: 'cookie' }
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
