// What in a person's own checkout an agent that works there must not write. Git runs what it names for whoever calls it next.
import { join } from 'node:path'
import type { Wall } from '../../core/confinement/wall.ts'
import { kindOf } from './read-foreign.ts'

/** A `.git` that is a file could be turned to another folder. */
export async function listSteering(folder: string): Promise<Wall[]> {
  const path = join(folder, '.git')
  if ((await kindOf(path)) !== 'folder') return [{ kind: 'readable', path }]
  return [
    { kind: 'writable', path, pinned: true },
    { kind: 'readable', path: join(path, 'config') },
    { kind: 'readable', path: join(path, 'hooks'), make: true },
  ]
}
