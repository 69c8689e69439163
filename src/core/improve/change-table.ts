// Changes as they are kept.
import type { Change, ChangesQuery, ChangeState } from '../../protocol/change.ts'
import type { ChangeId } from '../../protocol/ids.ts'

export type ChangeUpdate = Partial<
  Pick<
    Change,
    'state' | 'note' | 'updatedAt' | 'base' | 'head' | 'sha256' | 'checks' | 'rebases' | 'adopted' | 'undone'
  >
>

export interface ChangeTableReader {
  byId(id: ChangeId): Promise<Change | undefined>
  /** The newest first. */
  list(query: ChangesQuery): Promise<Change[]>
  /** Those in one of these states, the oldest first. */
  inStates(states: readonly ChangeState[]): Promise<Change[]>
}

export interface ChangeTableWriter extends ChangeTableReader {
  insert(change: Change): Promise<void>
  update(id: ChangeId, update: ChangeUpdate): Promise<void>
}
