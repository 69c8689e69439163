// Ends a token. Open sockets follow the `token.revoked` event; requests see it in the table.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { TokenId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Token } from '../../protocol/access/token.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import type { Principal } from './principal.ts'

export async function revokeToken(
  deps: { readonly store: Store; readonly clock: Clock },
  id: TokenId,
  by: Principal,
): Promise<Token> {
  return deps.store.write(async ({ tokens, events }) => {
    const token = await tokens.byId(id)
    if (!token) throw new CmuxError('NOT_FOUND', `there is no token ${id}`)
    if (token.role === 'owner' && by.role !== 'owner')
      throw new CmuxError('FORBIDDEN', "only the owner can revoke the owner's token")
    if (token.revokedAt) return token
    const revokedAt = timestampFromMs(deps.clock.nowMs())
    await tokens.revoke(id, revokedAt)
    await events.append({ type: 'token.revoked', actor: by.actor, data: { id, role: token.role } })
    return { ...token, revokedAt }
  })
}
