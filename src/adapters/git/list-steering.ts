// What in a person's own checkout an agent that works there must not write: all of `.git`. Git runs what it finds there for
// whoever calls it next, and its branches are the person's to move.
import { join } from 'node:path'
import type { Wall } from '../../core/confinement/wall.ts'

/** Pinned, so that it can't be moved away and made anew. A `.git` that is a file could be turned to another folder. */
export const listSteering = (folder: string): Wall[] => [
  { kind: 'readable', path: join(folder, '.git'), pinned: true },
]
