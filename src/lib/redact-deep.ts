// Takes credentials out of every text in a value, and what stands under a name that says it is one. Never by way of JSON
// text: a pattern that ends in the middle of an escape would leave no JSON behind.
import { isOwnId, namesSecret } from './names-secret.ts'
import { redactSecrets } from './redact-secrets.ts'

/** What is nested deeper is left out: nobody nests so deep but to break something. */
const DEPTH_MAX = 32
const REDACTED = '[redacted]'
/** Most names are short words, and events have many: nothing shorter is a secret. */
const NAME_MIN_CHARS = 12

export function redactDeep(value: unknown, redact = redactSecrets, depth = 0): unknown {
  if (typeof value === 'string') return redact(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEPTH_MAX) return '[nested too deep]'
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, redact, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]: [string, unknown]) => [
      name.length < NAME_MIN_CHARS ? name : redact(name),
      isSecret(item) && namesSecret(name) ? REDACTED : redactDeep(item, redact, depth + 1),
    ]),
  )
}

const isSecret = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && value !== '' && !isOwnId(value))
