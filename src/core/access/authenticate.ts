// From a presented secret to a principal. The table is read every time, so that a revocation takes effect at once.
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import type { HashSecret } from './hash-secret.ts'
import { principalOf, type Principal } from './principal.ts'

export interface AuthenticateDeps {
  readonly store: Pick<Store, 'read'>
  readonly hashSecret: HashSecret
  readonly clock: Clock
}

export async function authenticate(deps: AuthenticateDeps, secret: string): Promise<Principal | undefined> {
  const token = await deps.store.read.tokens.byHash(deps.hashSecret(secret))
  if (!token || token.revokedAt) return undefined
  if (token.expiresAt && token.expiresAt <= timestampFromMs(deps.clock.nowMs())) return undefined
  return principalOf(token)
}
