// Issues tokens. A role can hand out only what stands below it, so that nobody mints more than they hold (P7).
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Role } from '../../protocol/agents/role.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { CreatedToken, CreateToken, Token } from '../../protocol/access/token.ts'
import type { Clock } from '../clock.ts'
import type { Entropy } from '../entropy.ts'
import type { Store, StoreWriter } from '../store.ts'
import type { HashSecret } from './hash-secret.ts'
import type { Principal } from './principal.ts'

const MAY_ISSUE: Readonly<Record<Role, readonly Role[]>> = {
  owner: ['human', 'agent', 'observer', 'webhook'],
  human: ['agent', 'observer', 'webhook'],
  agent: [],
  observer: [],
  webhook: [],
}

export interface IssueDeps {
  readonly clock: Clock
  readonly entropy: Entropy
  readonly hashSecret: HashSecret
}

export async function issueToken(
  deps: IssueDeps & { readonly store: Store },
  request: CreateToken,
  by: Principal,
): Promise<CreatedToken> {
  if (!MAY_ISSUE[by.role].includes(request.role))
    throw new CmuxError('FORBIDDEN', `a token of role ${by.role} can't create one of role ${request.role}`)
  if ((request.role === 'agent') !== (request.agent !== undefined))
    throw new CmuxError('BAD_REQUEST', 'agent: name an agent with role agent, and with no other role')
  return deps.store.write((writer) => writeToken(deps, writer, request, by.actor))
}

/** The writing half, for transactions that do more than this (login, the owner's first token). */
export async function writeToken(
  deps: IssueDeps,
  writer: StoreWriter,
  request: CreateToken & { readonly generation?: number },
  actor: string,
  secret = deps.entropy.secret(),
): Promise<CreatedToken> {
  const nowMs = deps.clock.nowMs()
  const token: Token = {
    id: deps.entropy.id('tok'),
    role: request.role,
    agent: request.agent ?? null,
    label: request.label,
    createdBy: actor,
    createdAt: timestampFromMs(nowMs),
    expiresAt: request.expiresInSec ? timestampFromMs(nowMs + request.expiresInSec * 1000) : null,
    revokedAt: null,
    generation: request.generation ?? null,
  }
  await writer.tokens.insert(token, deps.hashSecret(secret))
  const { id, role, agent } = token
  await writer.events.append({ type: 'token.created', actor, data: { id, role, agent } })
  return { ...token, secret }
}
