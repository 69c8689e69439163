// What takes secrets out of everything that is kept or sent: those that are known by their form, and the very values that
// this process knows to be secrets.
import { redactDeep } from './redact-deep.ts'
import { redactSecrets } from './redact-secrets.ts'

export interface Mask {
  text(text: string): string
  /** Every text in it. Data without texts comes back as it is. */
  deep<T>(value: T): T
}

/** A short value would be found in ordinary words. */
const KNOWN_MIN_CHARS = 8

export function makeMask(known: () => Iterable<string> = () => []): Mask {
  const text = (given: string) => redactSecrets(maskKnown(given, known()))
  return { text, deep: <T>(value: T) => redactDeep(value, text) as T }
}

function maskKnown(text: string, known: Iterable<string>): string {
  let masked = text
  for (const value of known) {
    if (value.length < KNOWN_MIN_CHARS) continue
    masked = masked.replaceAll(value, '[redacted]')
    const escaped = JSON.stringify(value).slice(1, -1)
    if (escaped !== value) masked = masked.replaceAll(escaped, '[redacted]')
  }
  return masked
}
