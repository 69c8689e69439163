// The passphrase for approvals in a file of the home folder, as a scrypt hash.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Passphrase } from '../../core/approvals/passphrase.ts'
import { readIfThere } from './read-if-there.ts'
import { writeAtomically } from './write-atomically.ts'

const derive = promisify<string, Buffer, number, Buffer>(scrypt)
const SALT_BYTES = 16
const KEY_BYTES = 32

export interface PassphraseFile extends Passphrase {
  /** Null takes it away. */
  set(text: string | null): Promise<void>
}

export function makePassphraseFile(path: string): PassphraseFile {
  const read = async () => (await readIfThere(path))?.trim()
  return {
    isSet: async () => (await read()) !== undefined,
    async matches(text) {
      const [salt = '', key = ''] = (await read())?.split(':') ?? []
      const known = Buffer.from(key, 'hex')
      // What is not whole was written by somebody else, and nothing matches it.
      if (known.length !== KEY_BYTES) return false
      return timingSafeEqual(known, await derive(text.normalize('NFC'), Buffer.from(salt, 'hex'), KEY_BYTES))
    },
    async set(text) {
      if (text === null) return rm(path, { force: true })
      const salt = randomBytes(SALT_BYTES)
      const key = await derive(text.normalize('NFC'), salt, KEY_BYTES)
      await writeAtomically(path, `${salt.toString('hex')}:${key.toString('hex')}\n`)
    },
  }
}
