// From a presented secret to a principal. The table is read every time, so that a revocation takes effect at once.
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import { isSession, joinSecrets, type SessionSecrets } from './session-secrets.ts'
import type { HashSecret } from './hash-secret.ts'
import { principalOf, type Principal } from './principal.ts'

export interface AuthenticateDeps {
  readonly store: Pick<Store, 'read'>
  readonly hashSecret: HashSecret
  readonly clock: Clock
}

/** A token that was sent as such. The cookie of a session is none, and was one before sessions had two secrets. */
export async function authenticate(deps: AuthenticateDeps, secret: string): Promise<Principal | undefined> {
  return find(deps, secret, false)
}

export interface AuthenticateSessionDeps extends AuthenticateDeps {
  /** Of the origin that our pages have. */
  readonly port: () => number
}

export async function authenticateSession(
  deps: AuthenticateSessionDeps,
  secrets: SessionSecrets,
): Promise<Principal | undefined> {
  const joined = joinSecrets(secrets, deps.port())
  return joined === undefined ? undefined : find(deps, joined, true)
}

async function find(
  deps: AuthenticateDeps,
  secret: string,
  wantsSession: boolean,
): Promise<Principal | undefined> {
  const token = await deps.store.read.tokens.byHash(deps.hashSecret(secret))
  if (!token || token.revokedAt) return undefined
  if (isSession(token) !== wantsSession) return undefined
  if (token.expiresAt && token.expiresAt <= timestampFromMs(deps.clock.nowMs())) return undefined
  return principalOf(token)
}
