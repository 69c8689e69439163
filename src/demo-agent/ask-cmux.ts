// Asks cmux with the agent's own token, as an agent's MCP program does. A swap or a crash of the server only delays it: the same
// question is asked again, so what it makes has to have its id already.
import { makeRequestId } from '../hook/make-request-id.ts'
import { sendOnce } from '../hook/send-once.ts'
import { makePause } from './make-pause.ts'

export interface CmuxCall {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
}

export type CmuxAnswer =
  | { readonly kind: 'answer'; readonly body: Readonly<Record<string, unknown>> }
  /** `status` is null when cmux did not say so itself. */
  | { readonly kind: 'refused'; readonly status: number | null; readonly reason: string }

export type AskCmux = (call: CmuxCall, signal: AbortSignal) => Promise<CmuxAnswer>

export interface CmuxSettings {
  readonly address: URL | undefined
  readonly tokenFile: string
}

/** Longer than any recovery of the server takes. */
const ASK_LIMIT_MS = 60_000
const TRY_LIMIT_MS = 10_000
const PAUSE_MS = 100

export function makeAskCmux({ address, tokenFile }: CmuxSettings): AskCmux {
  return async ({ method, path, body }, signal) => {
    if (!address) return refuse('there is no cmux to ask')
    const request = {
      address,
      tokenFile,
      method,
      path,
      body: body ? JSON.stringify(body) : '',
      requestId: makeRequestId(),
    }
    const pause = makePause(1, signal)
    const end = performance.now() + ASK_LIMIT_MS
    while (performance.now() < end) {
      const reply = await sendOnce(request, TRY_LIMIT_MS, signal)
      if (reply.kind === 'answer') return { kind: 'answer', body: reply.answer }
      if (reply.kind === 'refused') return reply
      await pause(PAUSE_MS)
    }
    return refuse(`cmux did not answer within ${ASK_LIMIT_MS / 1000} s`)
  }
}

const refuse = (reason: string): CmuxAnswer => ({ kind: 'refused', status: null, reason })
