// The rows of the route table about fresh proofs.
import { AskedProof, AskProof, ConfirmCode, ConfirmedProof, ProofsOfSession } from './proof.ts'

export const PROOF_ROUTES = {
  'GET /api/proofs': {
    summary: 'What this session has proven, and what waits to be confirmed',
    access: ['human'],
    answer: ProofsOfSession,
  },
  'POST /api/proofs': {
    summary:
      'Proves that the person is there, for a few minutes and one kind of act: by the passphrase where one is set, else by a code that `cmux confirm` is given in a terminal of the owner',
    access: ['human'],
    body: AskProof,
    answer: AskedProof,
    status: 201,
  },
  'POST /api/proofs/confirm': {
    summary: 'Confirms the code that a session shows',
    access: ['owner'],
    body: ConfirmCode,
    answer: ConfirmedProof,
  },
} as const
