// Changes as they are kept.
import type { Change, ChangesQuery, ChangeState } from '../../protocol/changes/change.ts'
import type { ChangeId } from '../../protocol/ids.ts'

export type ChangeUpdate = Partial<
  Pick<
    Change,
    | 'state'
    | 'note'
    | 'updatedAt'
    | 'tier'
    | 'files'
    | 'base'
    | 'head'
    | 'sha256'
    | 'checks'
    | 'running'
    | 'rebases'
    | 'adopted'
    | 'undone'
    | 'restartAt'
    | 'sick'
    | 'release'
    | 'steps'
    | 'leave'
    | 'review'
    | 'checkedHead'
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
