// A login link carries a code that works once and soon runs out; what the browser keeps is a session of its own.
import { CmuxError } from '../../protocol/cmux-error.ts'
import { timestampFromMs, type Timestamp } from '../../protocol/timestamp.ts'
import type { Store } from '../store.ts'
import { joinSecrets, LOGIN, type SessionSecrets } from './session-secrets.ts'
import { writeToken, type IssueDeps } from './issue-token.ts'

export interface LoginDeps extends IssueDeps {
  readonly store: Store
  /** Of the origin that the session is for. */
  readonly port: () => number
  readonly policy: { readonly linkSec: number; readonly sessionSec: number }
}

export interface Login {
  makeCode(): Promise<{ code: string; expiresAt: Timestamp }>
  /** The secrets of a new session. A wrong, used or old code is one error: which of them it was is nobody's business. */
  useCode(code: string): Promise<SessionSecrets>
}

export function makeLogin(deps: LoginDeps): Login {
  const { store, clock, entropy, hashSecret, policy } = deps
  return {
    async makeCode() {
      const nowMs = clock.nowMs()
      const code = entropy.secret()
      const createdAt = timestampFromMs(nowMs)
      const expiresAt = timestampFromMs(nowMs + policy.linkSec * 1000)
      await store.write(async ({ loginCodes }) => {
        await loginCodes.removeExpired(createdAt)
        await loginCodes.insert({ id: entropy.id('lgn'), createdAt, expiresAt }, hashSecret(code))
      })
      return { code, expiresAt }
    },

    async useCode(code) {
      const secrets = { cookie: entropy.secret(), page: entropy.secret() }
      const isLoggedIn = await store.write(async (writer) => {
        const taken = await writer.loginCodes.take(hashSecret(code))
        if (!taken || taken.expiresAt <= timestampFromMs(clock.nowMs())) return false
        const request = { role: 'human', label: 'browser', expiresInSec: policy.sessionSec } as const
        const token = await writeToken(deps, writer, request, LOGIN, joinSecrets(secrets, deps.port()))
        await writer.events.append({
          type: 'login.used',
          actor: `human:${token.id}`,
          data: { token: token.id },
        })
        return true
      })
      if (!isLoggedIn)
        throw new CmuxError('UNAUTHENTICATED', 'this login link was used already, or is too old', {
          hint: 'run `cmux open` for a fresh one',
        })
      return secrets
    },
  }
}
