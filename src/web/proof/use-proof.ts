// Asks the server for a proof, and follows it until it is given. A server that was swapped meanwhile knows no code any more:
// then another one is asked for.
import { useEffect, useState } from 'react'
import { RefusedRequest, type Client } from '../../client/make-client.ts'
import type { AskedProof } from '../../protocol/approvals/proof.ts'
import type { ProofKind } from '../../protocol/approvals/proof-kinds.ts'
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
    void follow(client, kind, left.signal, (next) => {
      if (left.signal.aborted) return
      if (next !== 'proven') return setWay(next)
      left.abort()
      onProven()
    })
    return () => left.abort()
  }, [client, kind, onProven])
  return way
}

type Step = ProofWay | 'proven'

/** Tells of each step until it is proven, or `signal` aborts. */
async function follow(
  client: Client,
  kind: ProofKind,
  signal: AbortSignal,
  tell: (step: Step) => void,
): Promise<void> {
  // The first question is for a code of its own: one that waits since before was shown to a page that is gone.
  let step: Step | undefined = await ask(client, kind).catch(toProblem)
  tell(step)
  while (!signal.aborted) {
    await new Promise((resolve) => void setTimeout(resolve, LOOK_EVERY_MS))
    if (signal.aborted) return
    // The server may be away for a moment; what was shown before is asked for again then.
    const wasLost: boolean = step !== undefined && step !== 'proven' && step.by === 'unknown'
    step = await lookAgain(client, kind, wasLost).catch(toProblem)
    if (step) tell(step)
  }
}

/** Undefined: nothing is new. */
async function lookAgain(client: Client, kind: ProofKind, wasLost: boolean): Promise<Step | undefined> {
  const found = await look(client, kind)
  if (found === 'given') return 'proven'
  return found === 'none' || wasLost ? ask(client, kind) : undefined
}

async function look(client: Client, kind: ProofKind): Promise<'none' | 'waiting' | 'given'> {
  const { items, needsPassphrase } = await client.call('GET /api/proofs')
  const found = items.find((one) => one.kind === kind)?.state ?? 'none'
  return needsPassphrase && found === 'none' ? 'waiting' : found
}

async function ask(client: Client, kind: ProofKind): Promise<Step> {
  try {
    return wayOf(await client.call('POST /api/proofs', { body: { kind } }))
  } catch (error) {
    if (error instanceof RefusedRequest && error.code === 'PASSPHRASE_NEEDED') return { by: 'passphrase' }
    throw error
  }
}

const wayOf = ({ code, expiresAt }: AskedProof): Step =>
  code === null ? 'proven' : { by: 'code', code, expiresAt }

const toProblem = (error: unknown): ProofWay => ({
  by: 'unknown',
  problem: error instanceof RefusedRequest ? `${error.message}: ${error.hint}` : 'the server does not answer',
})
