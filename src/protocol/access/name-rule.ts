// What may be a name of an agent, a project or a role: it is part of paths, refs and addresses. Plain data, so that the CLI can
// read it without loading zod.
import { nameFromText } from '../../lib/name-from-text.ts'

export const NAME_PATTERN = /^[a-z][a-z0-9-]{0,31}$/

/** In words, with the nearest name to what somebody tried. */
export function describeNameRule(tried: unknown): string {
  const nearest = (typeof tried === 'string' && nameFromText(tried)) || 'anna'
  return `use lower-case letters, digits and dashes, a letter first, at most 32 in all; for example ${nearest}`
}
