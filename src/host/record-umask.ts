// Keeps the umask of the person's shell: what the server writes into their repositories gets the modes that git would give it there.
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { requireFolder } from './require-folder.ts'

export function recordUmask(home: string, umask: number): void {
  const path = join(requireFolder(home), 'umask.json')
  const building = `${path}.${process.pid}.tmp`
  writeFileSync(building, `${JSON.stringify({ umask: umask.toString(8).padStart(3, '0') })}\n`, {
    mode: 0o600,
  })
  renameSync(building, path)
}
