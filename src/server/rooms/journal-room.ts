// The journal, put together: its keeper, its folder, and what writes into it.
import type { Logger } from 'pino'
import { makeJournalFolder, type JournalFolder } from '../../adapters/files/journal-folder.ts'
import type { Clock } from '../../core/clock.ts'
import type { Entropy } from '../../core/entropy.ts'
import type { JournalDeps } from '../../core/journal/add-entry.ts'
import { makeJournalKeeper, type JournalKeeper } from '../../core/journal/journal-keeper.ts'
import type { Store } from '../../core/store.ts'
import type { Mask } from '../../lib/mask.ts'

export interface JournalRoom extends JournalKeeper {
  readonly deps: JournalDeps
  readonly folder: JournalFolder
}

interface JournalRoomDeps {
  readonly home: string
  readonly store: Store
  readonly mask: Mask
  readonly clock: Clock
  readonly entropy: Entropy
  readonly log: Logger
}

export function makeJournalRoom(options: JournalRoomDeps): JournalRoom {
  const { home, store, mask, clock, entropy, log } = options
  const folder = makeJournalFolder(home, mask)
  const onError = (error: unknown, doing: string) => log.error({ err: error }, doing)
  const deps = { store, clock, entropy, files: folder }
  return { ...makeJournalKeeper({ store, clock, pages: folder, onError }), deps, folder }
}
