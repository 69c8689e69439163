// The spool of messages that were accepted while no server could write. Whoever leads empties it before anything else is
// written, and again before each message that comes later: safe mode may have taken one on its way out.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { inTurn } from '../lib/in-turn.ts'
import { importSpool, type Mailbag } from './import-spool.ts'

export interface Spool {
  /** Resolves when all that was there is part of the mail. Costs next to nothing when there is nothing. */
  empty(): Promise<void>
}

export function makeSpool(mailbag: Mailbag): Spool {
  const folder = join(mailbag.home, 'spool', 'new')
  const importAll = inTurn(() => importSpool(mailbag))
  return {
    async empty() {
      if (hasFiles(folder)) await importAll()
    },
  }
}

function hasFiles(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0
  } catch {
    return false // never used
  }
}
