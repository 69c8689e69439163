// How a contract gets a store of the kind that is tried.
import type { SqliteStore } from '../../../src/adapters/store/sqlite-store.ts'
import type { Clock } from '../../../src/core/clock.ts'
import type { Event } from '../../../src/protocol/event.ts'

export interface OpenedStore extends AsyncDisposable {
  readonly store: SqliteStore
}

export type OpenStore = (options: {
  clock: Clock
  onCommit: (events: readonly Event[]) => void
}) => Promise<OpenedStore>
