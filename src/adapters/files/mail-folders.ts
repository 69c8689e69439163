// Long messages as files in the agent's own folder.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { mkdir } from 'node:fs/promises'
import type { MailFiles } from '../../core/mail/mail-files.ts'
import { writeAtomically } from './write-atomically.ts'

export function makeMailFolders(home: string): MailFiles {
  return {
    async keep(agent, message, body) {
      const folder = join(home, 'agents', agent, 'mail')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // An id is its sender's choice, and may be no name for a file.
      const name = createHash('sha256').update(message).digest('hex').slice(0, 32)
      const path = join(folder, `${name}.txt`)
      await writeAtomically(path, body)
      return path
    },
  }
}
