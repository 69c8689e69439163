// Fresh proofs of browser sessions. They are kept in memory: a server that starts anew has none, and people are asked again.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { TokenId } from '../../protocol/ids.ts'
import type { AskedProof, ConfirmedProof, Proof } from '../../protocol/approvals/proof.ts'
import { PROOF_KINDS, type ProofKind } from '../../protocol/approvals/proof-kinds.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import type { Entropy } from '../entropy.ts'
import type { Store } from '../store.ts'
import type { HashSecret } from './hash-secret.ts'
import { neededProof, type Act } from './needed-proof.ts'
import type { Principal } from './principal.ts'

/** Long enough to walk to a terminal, or to do a few things in a row. */
const PROOF_MS = 5 * 60_000
/** One of each kind for more sessions than there are people; the oldest goes first. */
const KEPT_MAX = 1000
/** Only the owner can try codes, so a short one will do. */
const CODE_CHARS = 8

export interface Proofs {
  list(session: TokenId): Proof[]
  /** A code to be confirmed, unless it is proven already. */
  ask(by: Principal, kind: ProofKind): AskedProof
  /** The session gave the passphrase. */
  give(by: Principal, kind: ProofKind): Promise<AskedProof>
  confirm(code: string): Promise<ConfirmedProof>
  /** Throws unless the principal may do it as it stands. A person's proof is the owner's token, or one of their session. */
  check(by: Principal, act: Act): void
}

export interface ProofDeps {
  readonly clock: Clock
  readonly entropy: Entropy
  readonly hashSecret: HashSecret
  readonly store: Pick<Store, 'write'>
}

interface Kept extends Pick<Proof, 'kind' | 'state'> {
  readonly session: TokenId
  readonly actor: string
  readonly code: string
  readonly endsAtMs: number
}

const keyOf = (session: TokenId, kind: ProofKind) => `${session} ${kind}`

export function makeProofs(deps: ProofDeps): Proofs {
  const { clock, entropy, hashSecret, store } = deps
  const kept = new Map<string, Kept>()
  const isOver = ({ endsAtMs }: Kept) => endsAtMs <= clock.monotonicMs()
  const find = (session: TokenId, kind: ProofKind) => {
    const found = kept.get(keyOf(session, kind))
    return found && !isOver(found) ? found : undefined
  }
  const keep = (entry: Omit<Kept, 'endsAtMs'>): Kept => {
    const whole = { ...entry, endsAtMs: clock.monotonicMs() + PROOF_MS }
    const key = keyOf(entry.session, entry.kind)
    kept.delete(key)
    kept.set(key, whole)
    if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value ?? key)
    return whole
  }
  const describe = ({ kind, state, endsAtMs }: Kept): Proof => {
    const leftMs = endsAtMs - clock.monotonicMs()
    return { kind, state, expiresAt: timestampFromMs(clock.nowMs() + leftMs) }
  }
  const grant = async (entry: Omit<Kept, 'endsAtMs' | 'state' | 'code'>, way: 'passphrase' | 'terminal') => {
    const { session, kind, actor } = entry
    await store.write(async ({ events }) => {
      await events.append({ type: 'proof.given', actor, data: { session, kind, way } })
    })
    return keep({ session, kind, actor, state: 'given', code: '' })
  }

  return {
    list: (session) =>
      [...kept.values()].filter((one) => one.session === session && !isOver(one)).map(describe),
    ask({ tokenId: session, actor }, kind) {
      const found = find(session, kind)
      if (found?.state === 'given') return { ...describe(found), code: null }
      const code = hashSecret(entropy.secret()).slice(0, CODE_CHARS).toUpperCase()
      const entry = keep({ session, actor, kind, state: 'waiting', code })
      return { ...describe(entry), code: `${code.slice(0, CODE_CHARS / 2)}-${code.slice(CODE_CHARS / 2)}` }
    },
    async give({ tokenId: session, actor }, kind) {
      return { ...describe(await grant({ session, actor, kind }, 'passphrase')), code: null }
    },
    async confirm(said) {
      const code = said.replaceAll(/[\s-]/g, '').toUpperCase()
      const found = [...kept.values()].find((one) => one.state === 'waiting' && one.code === code)
      if (!found || isOver(found))
        throw new CmuxError('NOT_FOUND', 'no session waits with that code', {
          hint: 'a code holds for 5 minutes and until cmux restarts: the dashboard shows the one that counts now',
        })
      const { session, actor, kind } = found
      return { ...describe(await grant({ session, actor, kind }, 'terminal')), session }
    },
    check(by, act) {
      const kind = neededProof(act)
      if (kind === undefined || by.role !== 'human' || find(by.tokenId, kind)?.state === 'given') return
      throw new CmuxError('PROOF_NEEDED', `to ${PROOF_KINDS[kind]} needs a fresh proof that you are there`, {
        proof: kind,
      })
    },
  }
}
