import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Change } from '../../protocol/change.ts'
import type { ChangeId } from '../../protocol/ids.ts'
import type { ChangeTableReader } from './change-table.ts'

export async function findChange(
  { changes }: { readonly changes: ChangeTableReader },
  id: ChangeId,
): Promise<Change> {
  const change = await changes.byId(id)
  if (!change)
    throw new CmuxError('NOT_FOUND', `there is no change ${id}`, { hint: 'see `cmux improve list`' })
  return change
}
