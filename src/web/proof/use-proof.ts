// Asks the server for a proof, and follows it until it is given. A server that was swapped meanwhile knows no code any more:
// then another one is asked for.
import { useEffect, useState } from 'react'
import { RefusedRequest, type Client } from '../../client/make-client.ts'
import type { AskedProof } from '../../protocol/proof.ts'
import type { ProofKind } from '../../protocol/proof-kinds.ts'
import { useApp } from '../app.tsx'

export type ProofWay =
  | { readonly by: 'unknown'; readonly problem: string | null }
  | { readonly by: 'code'; readonly code: string; readonly expiresAt: string }
  | { readonly by: 'passphrase' }

const LOOK_EVERY_MS = 1000

export function useProof(kind: ProofKind, onProven: () => void): ProofWay {
  const { client } = useApp()
  const [way, setWay] = useState<ProofWay>({ by: 'unknown', problem: null })
  useEffect(() => {
    const left = new AbortController()
    const take = (next: ProofWay | 'proven') => {
      if (left.signal.aborted) return
      if (next !== 'proven') return setWay(next)
      left.abort()
      onProven()
    }
    const step = async () => {
      const found = await look(client, kind)
      if (found === 'none') take(await ask(client, kind))
      else if (found === 'given') take('proven')
    }
    // The first question is for a code of its own: one that waits since before was shown to a page that is gone.
    void ask(client, kind)
      .catch(toProblem)
      .then(async (first) => {
        take(first)
        while (!left.signal.aborted) {
          await new Promise((resolve) => void setTimeout(resolve, LOOK_EVERY_MS))
          // The server may be away for a moment; the next look tells.
          if (!left.signal.aborted) await step().catch((error: unknown) => take(toProblem(error)))
        }
      })
    return () => left.abort()
  }, [client, kind, onProven])
  return way
}

async function look(client: Client, kind: ProofKind): Promise<'none' | 'waiting' | 'given'> {
  const { items, needsPassphrase } = await client.call('GET /api/proofs')
  const found = items.find((one) => one.kind === kind)?.state ?? 'none'
  return needsPassphrase && found === 'none' ? 'waiting' : found
}

async function ask(client: Client, kind: ProofKind): Promise<ProofWay | 'proven'> {
  try {
    return wayOf(await client.call('POST /api/proofs', { body: { kind } }))
  } catch (error) {
    if (error instanceof RefusedRequest && error.code === 'PASSPHRASE_NEEDED') return { by: 'passphrase' }
    throw error
  }
}

const wayOf = ({ code, expiresAt }: AskedProof): ProofWay | 'proven' =>
  code === null ? 'proven' : { by: 'code', code, expiresAt }

const toProblem = (error: unknown): ProofWay => ({
  by: 'unknown',
  problem: error instanceof RefusedRequest ? `${error.message}: ${error.hint}` : 'the server does not answer',
})
