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
  /** The forms that each known value has in a text, composed once for a value. */
  const forms = new Map<string, readonly string[]>()
  const formsOf = (value: string) => {
    const found = forms.get(value) ?? composeForms(value)
    forms.set(value, found)
    return found
  }
  const text = (given: string) => {
    let masked = given
    for (const value of known())
      for (const form of formsOf(value))
        if (masked.includes(form)) masked = masked.replaceAll(form, '[redacted]')
    return redactSecrets(masked)
  }
  return { text, deep: <T>(value: T) => redactDeep(value, text) as T }
}

/** As it is, and as it stands in JSON. */
function composeForms(value: string): string[] {
  if (value.length < KNOWN_MIN_CHARS) return []
  const escaped = JSON.stringify(value).slice(1, -1)
  return escaped === value ? [value] : [value, escaped]
}
