// What the server remembers, opened in order: backups, the checked and migrated database, and who hears of each commit.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { makeBackupShelf } from '../adapters/store/backup-shelf.ts'
import { waitForLock } from '../adapters/store/lock-home.ts'
import { readVerdict, writeVerdict } from '../adapters/store/database-verdict.ts'
import { prepareDatabase } from '../adapters/store/prepare-database.ts'
import { makeSqliteStore, type SqliteStore } from '../adapters/store/sqlite-store.ts'
import { saysDamaged } from '../adapters/store/store-error.ts'
import type { BackupShelf } from '../core/backups/backup-shelf.ts'
import type { Clock } from '../core/clock.ts'
import type { Entropy } from '../core/entropy.ts'
import { makePulse, type Pulse } from '../core/events/pulse.ts'
import type { Mask } from '../lib/mask.ts'
import type { Event } from '../protocol/event.ts'
import { timestampFromMs } from '../protocol/timestamp.ts'

/** Copying and migrating a history takes a while, and longer when it is large. */
const PREPARE_LIMIT_MS = 60_000
const PREPARE_BYTES_A_MS = 3000

export interface Memory {
  readonly databasePath: string
  readonly schema: number
  readonly shelf: BackupShelf
  readonly store: SqliteStore
  readonly pulse: Pulse
}

export interface MemoryDeps {
  readonly home: string
  readonly release: string
  readonly clock: Clock
  readonly entropy: Entropy
  readonly log: Logger
  readonly mask: Mask
  /** This home had a database before. */
  readonly expected: boolean
  /** Another server leads. */
  readonly isLed: boolean
  readonly onCommit: (events: readonly Event[]) => void
}

export async function openMemory(deps: MemoryDeps): Promise<Memory> {
  const { home, clock, log, mask, expected, isLed } = deps
  const databasePath = join(home, 'cmux.db')
  const shelf = makeBackupShelf(deps)
  // Two servers that start at the same time would both migrate, and make each other fail.
  using _turn = await waitForLock(join(home, 'prepare-lock.db'), prepareLimitMs(databasePath))
  const schema = await prepareDatabase({ path: databasePath, clock, shelf, expected, isLed })
  const pulse = makePulse()
  const store = makeSqliteStore({
    path: databasePath,
    clock,
    mask,
    onCommit(events) {
      pulse.publish(events)
      deps.onCommit(events)
    },
    onLostTrust(error) {
      log.error({ err: error }, 'the database file failed and is opened anew')
      if (saysDamaged(error)) suspectDamage(deps, databasePath, error)
    },
  })
  return { databasePath, schema, shelf, store, pulse }
}

function prepareLimitMs(path: string): number {
  return PREPARE_LIMIT_MS + (statSync(path, { throwIfNoEntry: false })?.size ?? 0) / PREPARE_BYTES_A_MS
}

/** Whoever opens the file next checks all of it. */
function suspectDamage({ clock, log }: MemoryDeps, path: string, error: unknown): void {
  try {
    if (readVerdict(path)?.state === 'damaged') return
    const detail = error instanceof Error ? error.message : String(error)
    writeVerdict(path, { at: timestampFromMs(clock.nowMs()), state: 'suspect', detail })
  } catch (failure) {
    log.error({ err: failure }, 'that the database may be damaged could not be written down')
  }
}
