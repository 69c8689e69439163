// How the page sends requests: with its session, and with a person's proof where one is needed.
import type { Send } from '../client/make-client.ts'
import type { ErrorBody } from '../protocol/cmux-error.ts'
import { pageHeaders } from './page-secret.ts'
import type { ProofDesk } from './proof/proof-desk.ts'

/** As long as the server takes for any request. */
const ANSWER_LIMIT_MS = 30_000

/** Requests from our own page. One that needs a fresh proof waits until the person has given it, and is sent again then. */
export function makeBrowserSend(proofs: Pick<ProofDesk, 'ask'>): Send {
  return async (...request) => {
    const answer = await exchange(...request)
    const kind = (answer.body as Partial<ErrorBody> | null)?.error?.proof
    if (kind === undefined || !(await proofs.ask(kind))) return answer
    return exchange(...request)
  }
}

const exchange: Send = async (method, path, body) => {
  const response = await fetch(path, {
    method,
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    headers: {
      ...pageHeaders(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
}
