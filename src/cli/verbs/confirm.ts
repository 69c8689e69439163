// Somebody with the owner's token says that they are at the dashboard, too. No page and no agent has that token.
import { PROOF_KINDS } from '../../protocol/approvals/proof-kinds.ts'
import { connect } from '../connect.ts'
import type { RunVerb } from '../verb.ts'

export const confirm: RunVerb = async ({ environment, args }) => {
  const body = { code: args[0] ?? '' }
  const proof = await connect(environment).call('POST /api/proofs/confirm', { body })
  const { kind, session, expiresAt } = proof
  const text = `confirmed: the session ${session} may ${PROOF_KINDS[kind]} until ${expiresAt}`
  return { json: proof, text }
}
