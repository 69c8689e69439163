// Takes credentials out of every text in a value, and what stands under a name that says it is one. Never by way of JSON
// text: a pattern that ends in the middle of an escape would leave no JSON behind.
import { redactSecrets } from './redact-secrets.ts'

/** What is nested deeper is left out: nobody nests so deep but to break something. */
const DEPTH_MAX = 32
const REDACTED = '[redacted]'

export function redactDeep(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactSecrets(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEPTH_MAX) return '[nested too deep]'
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]: [string, unknown]) => [
      redactSecrets(name),
      namesSecret(name) && isPlain(item) ? REDACTED : redactDeep(item, depth + 1),
    ]),
  )
}

/** The table of patterns knows which names these are. */
function namesSecret(name: string): boolean {
  return redactSecrets(`${JSON.stringify(name)}:"x"`).endsWith(`:"${REDACTED}"`)
}

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number'
