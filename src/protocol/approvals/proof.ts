// A fresh proof: the person at a browser session shows that they are there, before the session may widen anybody's power.
import { z } from 'zod'
import { TokenId } from '../ids.ts'
import { PROOF_KINDS, type ProofKind as Kind } from './proof-kinds.ts'
import { Timestamp } from '../timestamp.ts'

const PASSPHRASE_MAX_CHARS = 1000
const CODE_MAX_CHARS = 40

export const ProofKind = z.enum(Object.keys(PROOF_KINDS) as [Kind, ...Kind[]])

export const Proof = z.object({
  kind: ProofKind,
  /** `waiting`: until its code is confirmed. `given`: it holds. Both end at `expiresAt`. */
  state: z.enum(['waiting', 'given']),
  expiresAt: Timestamp,
})
export type Proof = z.infer<typeof Proof>

export const AskProof = z.strictObject({
  kind: ProofKind,
  /** Where one is set, it is the proof. */
  passphrase: z.string().max(PASSPHRASE_MAX_CHARS).optional(),
})

/** The code is null when nothing is left to confirm. */
export const AskedProof = Proof.extend({ code: z.string().nullable() })
export type AskedProof = z.infer<typeof AskedProof>

export const ProofsOfSession = z.object({
  items: z.array(Proof),
  next: z.null(),
  /** A passphrase is set, and is what proves it; else a code is confirmed. */
  needsPassphrase: z.boolean(),
})

export const ConfirmCode = z.strictObject({ code: z.string().min(1).max(CODE_MAX_CHARS) })

export const ConfirmedProof = Proof.extend({ session: TokenId })
export type ConfirmedProof = z.infer<typeof ConfirmedProof>
