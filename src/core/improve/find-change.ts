import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Change } from '../../protocol/changes/change.ts'
import type { ChangeId } from '../../protocol/ids.ts'
import { isOwnProject, type Visibility } from '../access/find-visibility.ts'
import type { ChangeTableReader } from './change-table.ts'

export async function findChange(
  { changes }: { readonly changes: ChangeTableReader },
  id: ChangeId,
  /** To an agent, a change of another project is not there. */
  visibility: Visibility = 'all',
): Promise<Change> {
  const change = await changes.byId(id)
  if (!change || !isOwnProject(visibility, change.project))
    throw new CmuxError('NOT_FOUND', `there is no change ${id}`, { hint: 'see `cmux improve list`' })
  return change
}
