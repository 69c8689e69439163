// The home directory: made private, locked for this server, with the files that the server keeps in it.
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readIfThere } from '../adapters/files/read-if-there.ts'
import { writeAtomically } from '../adapters/files/write-atomically.ts'
import type { OwnerTokenFile } from '../core/access/ensure-owner-token.ts'
import { CmuxError } from '../protocol/cmux-error.ts'

const FOLDERS = ['tokens', 'logs', 'backups', 'watchdog', 'secrets']

export function makeHome(home: string): void {
  try {
    for (const folder of ['', ...FOLDERS]) mkdirSync(join(home, folder), { recursive: true, mode: 0o700 })
    chmodSync(home, 0o700)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CmuxError('HOME_UNUSABLE', `the home directory ${home} can't be used: ${reason}`, {
      cause: error,
    })
  }
}

export function makeOwnerTokenFile(home: string): OwnerTokenFile {
  const path = join(home, 'tokens', 'owner')
  return {
    read: async () => (await readIfThere(path))?.trim() || undefined,
    write: (secret) => writeAtomically(path, `${secret}\n`),
  }
}
