// From a presented secret to a principal. The table is read every time, so that a revocation takes effect at once.
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Token } from '../../protocol/access/token.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
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
  const { tokens, agents } = deps.store.read
  const token = await tokens.byHash(deps.hashSecret(secret))
  if (!token) return undefined
  if (isSession(token) !== wantsSession) return undefined
  if (token.expiresAt && token.expiresAt <= timestampFromMs(deps.clock.nowMs())) return undefined
  // A token that a person made for an agent, and every token of anybody else.
  if (token.agent === null || token.generation === null)
    return token.revokedAt === null ? principalOf(token) : undefined
  return principalOfStart(token, await agents.byName(token.agent))
}

/** The register is asked besides the table: a token that an earlier release has left valid ended with its process all the same. */
function principalOfStart(
  token: Token,
  record: Pick<AgentRecord, 'generation' | 'startedAt'> | undefined,
): Principal | undefined {
  if (!record) return undefined
  // One that a person has revoked has no time left for late words, since it has no end.
  if (token.revokedAt !== null)
    return token.expiresAt === null ? undefined : { ...principalOf(token), late: true }
  const isRunning = record.generation === token.generation && record.startedAt !== null
  return isRunning ? principalOf(token) : undefined
}
