// An answer of safe mode before it is sent, and the headers that every one of them carries.
import { Refusal } from './refusal.ts'

export interface SafeAnswer {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** When to ask again: as often as the page reloads itself. */
const RETRY_SEC = 5

/** Nothing from anywhere is loaded, and nothing runs. A page adds the hash of its own style. */
const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
} as const

function makeSafeAnswer(status: number, body: string, headers: Readonly<Record<string, string>>): SafeAnswer {
  const retry: Record<string, string> = status === 503 ? { 'retry-after': String(RETRY_SEC) } : {}
  return { status, body, headers: { ...SECURITY_HEADERS, ...retry, ...headers } }
}

export function makeJsonAnswer(status: number, value: object): SafeAnswer {
  return makeSafeAnswer(status, JSON.stringify(value), { 'content-type': 'application/json; charset=utf-8' })
}

export function makeRefusalAnswer(error: unknown): SafeAnswer {
  const refusal =
    error instanceof Refusal ? error : new Refusal('SAFE_MODE', 'safe mode could not answer this')
  return makeJsonAnswer(refusal.status, refusal.toBody())
}

export function makePageAnswer(html: string, styleHash: string): SafeAnswer {
  return makeSafeAnswer(503, html, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `${SECURITY_HEADERS['content-security-policy']}; style-src '${styleHash}'`,
    refresh: String(RETRY_SEC),
  })
}
