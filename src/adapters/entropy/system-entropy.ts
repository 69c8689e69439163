// Ids and secrets from the system's random numbers.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { HashSecret } from '../../core/access/hash-secret.ts'
import type { Clock } from '../../core/clock.ts'
import type { Entropy } from '../../core/entropy.ts'

const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_CHARS = 10
const RANDOM_CHARS = 16
const SECRET_BYTES = 32

export function makeSystemEntropy(clock: Clock): Entropy {
  return {
    // One cast for the brand; the body matches the schema by construction, and a test says so.
    id: ((prefix: string) => `${prefix}_${encodeTime(clock.nowMs())}${encodeRandom()}`) as Entropy['id'],
    uuid: () => randomUUID(),
    secret: () => `cmux_${randomBytes(SECRET_BYTES).toString('base64url')}`,
  }
}

export const sha256Secret: HashSecret = (secret) => createHash('sha256').update(secret).digest('hex')

function encodeTime(ms: number): string {
  let rest = Math.max(0, Math.floor(ms))
  let out = ''
  for (let i = 0; i < TIME_CHARS; i += 1) {
    out = BASE32.charAt(rest % 32) + out
    rest = Math.floor(rest / 32)
  }
  return out
}

function encodeRandom(): string {
  return Array.from(randomBytes(RANDOM_CHARS), (byte) => BASE32.charAt(byte % 32)).join('')
}
