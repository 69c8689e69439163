// Ids of tasks and messages that follow from what they are made for: an agent that was killed in between comes to the same ones again, and so
// makes nothing twice.
import { createHash } from 'node:crypto'

/** Crockford's base 32, as all ids of cmux have it. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const ID_DIGITS = 26

export function deriveId(prefix: 'tsk_' | 'demo:', key: string, place = 0): string {
  const bytes = createHash('sha256').update(`${place}:${key}`).digest()
  const digits = Array.from(bytes.subarray(0, ID_DIGITS), (byte) => DIGITS.charAt(byte % DIGITS.length))
  return `${prefix}${digits.join('')}`
}
