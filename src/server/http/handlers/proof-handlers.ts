// Fresh proofs over HTTP.
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'

type Keys = 'GET /api/proofs' | 'POST /api/proofs' | 'POST /api/proofs/confirm'

export function makeProofHandlers({
  proofs,
  passphrase,
  checkPassphrase,
}: Pick<Context, 'proofs' | 'passphrase' | 'checkPassphrase'>): Handlers<Keys> {
  return {
    'GET /api/proofs': async (_, { principal }) => ({
      items: proofs.list(principal.tokenId),
      next: null,
      needsPassphrase: await passphrase.isSet(),
    }),

    'POST /api/proofs': async ({ body }, { principal }) => {
      if (!(await passphrase.isSet())) return proofs.ask(principal, body.kind)
      await checkPassphrase(body.passphrase)
      return proofs.give(principal, body.kind)
    },

    'POST /api/proofs/confirm': ({ body }) => proofs.confirm(body.code),
  }
}
