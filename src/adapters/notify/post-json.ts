// One POST of JSON to somebody else's address, and what its answer means for a notice. Never says the address: it may be a secret.
import type { SendOutcome } from '../../core/notices/notifier.ts'
import { parseRetryAfter } from './parse-retry-after.ts'

export interface Post {
  readonly url: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  readonly limitMs: number
  readonly signal: AbortSignal
}

/** Answers that mean: not this one, ever. After the others somebody may mend something. */
const FINAL: ReadonlySet<number> = new Set([400, 410, 413, 415, 422])

export async function postJson({ url, body, headers, limitMs, signal }: Post): Promise<SendOutcome> {
  const limit = AbortSignal.timeout(limitMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      // Where it leads was not set by anybody here.
      redirect: 'manual',
      headers: { 'content-type': 'application/json', 'user-agent': 'cmux', ...headers },
      body,
      signal: AbortSignal.any([signal, limit]),
    })
    await response.body?.cancel()
    return judgeAnswer(response)
  } catch (error) {
    if (limit.aborted) return { kind: 'later', why: `no answer within ${limitMs / 1000} s` }
    return { kind: 'later', why: `no connection: ${describe(error)}` }
  }
}

function judgeAnswer({ status, ok, headers }: Response): SendOutcome {
  if (ok) return { kind: 'delivered' }
  if (FINAL.has(status)) return { kind: 'refused', why: `it was refused with ${status}` }
  if (status >= 300 && status < 400)
    return { kind: 'later', why: `the answer was a redirect (${status}), which is not followed` }
  const afterMs = parseRetryAfter(headers.get('retry-after'), Date.now())
  return { kind: 'later', why: `the answer was ${status}`, ...(afterMs !== undefined && { afterMs }) }
}

/** Only its code: messages may hold the address. */
function describe(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return cause instanceof Error ? cause.name : 'unknown'
}
