// Who is asking, as far as the server can prove it: the token that was sent, and nothing the request says of itself.
import type { AgentName, TokenId } from '../../protocol/ids.ts'
import type { Role } from '../../protocol/agents/role.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { Token } from '../../protocol/access/token.ts'

export interface Principal {
  readonly tokenId: TokenId
  readonly role: Role
  readonly agent: AgentName | null
  /** Which start of the agent speaks. */
  readonly generation: number | null
  /** How events name them: `owner`, `agent:anna`, `observer:tok_…`. */
  readonly actor: string
  readonly expiresAt: Timestamp | null
  /** Its token has ended: it may only report what happened, by the routes that say so. */
  readonly late?: true
}

/** In whose name something is done, also when nobody asks for it right now. */
export type Requester = Pick<Principal, 'actor' | 'role' | 'agent'>

export function principalOf(token: Token): Principal {
  return {
    tokenId: token.id,
    role: token.role,
    agent: token.agent,
    generation: token.generation,
    actor: nameActor(token),
    expiresAt: token.expiresAt,
  }
}

function nameActor(token: Token): string {
  if (token.role === 'owner') return 'owner'
  return `${token.role}:${token.agent ?? token.id}`
}
