// Changes as they are kept.
import type { Change, ChangesQuery } from '../../protocol/change.ts'
import type { ChangeId } from '../../protocol/ids.ts'

type ChangeUpdate = Partial<Pick<Change, 'state' | 'note' | 'updatedAt'>>

export interface ChangeTableReader {
  byId(id: ChangeId): Promise<Change | undefined>
  /** The newest first. */
  list(query: ChangesQuery): Promise<Change[]>
}

export interface ChangeTableWriter extends ChangeTableReader {
  insert(change: Change): Promise<void>
  update(id: ChangeId, update: ChangeUpdate): Promise<void>
}
