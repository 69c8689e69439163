// What a reply of the server means for the one who asked: an answer, a reason to ask again, or a refusal.
import type { HookAnswer } from './gate.ts'

export type Reply =
  | { readonly kind: 'answer'; readonly answer: HookAnswer }
  /** The server is there and thinks on, or a person does. */
  | { readonly kind: 'wait' }
  /** Nobody could answer now: a swap, a crash, safe mode. It heals. */
  | { readonly kind: 'down' }
  /** Asking again would change nothing. */
  | { readonly kind: 'refused'; readonly reason: string; readonly status: number | null }

/** Besides what is wrong on the server's side: too slow a request, and too many of them. */
const PASSING = new Set([408, 425, 429])

export function readReply(status: number, text: string): Reply {
  if (status >= 500 || PASSING.has(status)) return { kind: 'down' }
  if (status < 200 || status > 299)
    return { kind: 'refused', reason: `cmux refused the request (status ${status}).`, status }
  const answer = parseObject(text)
  if (status === 202 && answer['wait'] === true) return { kind: 'wait' }
  return { kind: 'answer', answer }
}

/** An answer that is no object says nothing, as an empty one does. */
function parseObject(text: string): HookAnswer {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {} // no JSON: nothing that the agent's CLI could read
  }
}
