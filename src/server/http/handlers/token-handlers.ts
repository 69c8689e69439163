// Tokens and logins over HTTP.
import { ensureOwnerToken } from '../../../core/access/ensure-owner-token.ts'
import { issueToken } from '../../../core/access/issue-token.ts'
import { revokeToken } from '../../../core/access/revoke-token.ts'
import { inTurn } from '../../../lib/in-turn.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { Context } from '../../context.ts'
import { removeLoginPage } from '../../login-pages.ts'
import { composeLoginPage } from '../login-page.ts'
import { nameRelease } from '../name-release.ts'
import { ANSWERED, type Handlers } from '../register-routes.ts'

type Deps = Pick<
  Context,
  | 'addresses'
  | 'clock'
  | 'config'
  | 'entropy'
  | 'guard'
  | 'hashSecret'
  | 'home'
  | 'login'
  | 'ownerTokenFile'
  | 'proofs'
  | 'release'
  | 'store'
  | 'webRoot'
>

type Keys =
  | 'GET /login'
  | 'POST /api/login-links'
  | 'POST /api/logout'
  | 'GET /api/tokens'
  | 'POST /api/tokens'
  | 'DELETE /api/tokens/:id'

export function makeTokenHandlers(context: Deps): Handlers<Keys> {
  const { store, login, config } = context
  // Two revocations at once must not leave two owners' tokens behind.
  const rotateOwnerToken = inTurn(() => ensureOwnerToken({ ...context, file: context.ownerTokenFile }))
  return {
    'GET /login': async ({ query }, { request, reply }) => {
      const session = await login.useCode(query.code).catch((error: unknown) => {
        if (error instanceof CmuxError && error.code === 'UNAUTHENTICATED') context.guard.countFailedLogin()
        throw error
      })
      await removeLoginPage(context.home, query.code)
      const { name, secure } = context.addresses.sessionCookie(request.headers.host)
      reply.setCookie(name, session.cookie, {
        httpOnly: true,
        secure,
        sameSite: 'strict',
        path: '/',
        // Whole seconds is all that a cookie can say; the token itself ends to the millisecond.
        maxAge: Math.ceil(config.login.sessionSec),
      })
      // The page takes the code out of the address bar and the history.
      reply.headers(nameRelease(context.release.id))
      await reply.type('text/html; charset=utf-8').send(await composeLoginPage(context.webRoot, session.page))
      return ANSWERED
    },

    'POST /api/login-links': async () => {
      const { code, expiresAt } = await login.makeCode()
      return { url: `${context.addresses.url()}/login?code=${code}`, expiresAt }
    },

    'POST /api/logout': async (_, { principal, request, reply }) => {
      await revokeToken(context, principal.tokenId, principal)
      const { name, secure } = context.addresses.sessionCookie(request.headers.host)
      reply.clearCookie(name, { path: '/', secure })
      return null
    },

    'GET /api/tokens': ({ query }) => store.read.tokens.page(query.limit, query.cursor),

    'POST /api/tokens': async ({ body }, { principal }) => {
      context.proofs.check(principal, { act: 'create-token' })
      return issueToken(context, body, principal)
    },

    'DELETE /api/tokens/:id': async ({ params }, { principal }) => {
      const token = await revokeToken(context, params.id, principal)
      if (token.role === 'owner') await rotateOwnerToken()
      return token
    },
  }
}
