// An id that is chosen before the first try: asked again, it is the same thing.
import { randomBytes } from 'node:crypto'

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const ID_DIGITS = 26

export function makeId<Prefix extends string>(prefix: Prefix): `${Prefix}_${string}` {
  const digits = Array.from(randomBytes(ID_DIGITS), (byte) => DIGITS.charAt(byte % DIGITS.length))
  return `${prefix}_${digits.join('')}`
}
