// A secret of a channel: a file of its own, which nobody else may read. Read for each use, so that a new one counts at once.
import { open } from 'node:fs/promises'
import { join } from 'node:path'

export type ReadSecret = (name: string) => Promise<string>

const SECRET_MAX_BYTES = 4096
const OTHERS = 0o077

/** What is thrown is for people, and holds nothing of the secret. */
export function makeSecretReader(folder: string): ReadSecret {
  return async (name) => {
    const file = await open(join(folder, name)).catch(() => {
      throw new Error(`there is no secret: write it to the file secrets/${name} in the home, with mode 600`)
    })
    try {
      const { mode, size } = await file.stat()
      if ((mode & OTHERS) !== 0) throw new Error(`secrets/${name} is open to others: run chmod 600 on it`)
      if (size > SECRET_MAX_BYTES) throw new Error(`secrets/${name} is too long for a secret`)
      const secret = (await file.readFile('utf8')).trim()
      if (secret === '') throw new Error(`secrets/${name} is empty`)
      return secret
    } finally {
      await file.close()
    }
  }
}
