import type { Store } from '../store.ts'
import type { Principal } from './principal.ts'

/**
 * Asked once a stream is registered: a token that was revoked after the request came in and before that would otherwise
 * keep its stream, since nobody would end it any more.
 */
export async function isRevoked(store: Pick<Store, 'read'>, principal: Principal): Promise<boolean> {
  const token = await store.read.tokens.byId(principal.tokenId)
  return !token || token.revokedAt !== null
}
