// The one place that writes how a change stands, with its event, in one transaction.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Change, ChangeState } from '../../protocol/change.ts'
import type { ChangeId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import type { ChangeUpdate } from './change-table.ts'
import { findChange } from './find-change.ts'

interface Step extends Omit<ChangeUpdate, 'state' | 'updatedAt'> {
  readonly to: ChangeState
  /** It is refused when the change stands elsewhere by now: somebody was faster. */
  readonly from: readonly ChangeState[]
  readonly actor: string
}

export async function moveChange(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  id: ChangeId,
  { to, from, actor, ...more }: Step,
): Promise<Change> {
  return store.write(async (writer) => {
    const change = await findChange(writer, id)
    if (!from.includes(change.state))
      throw new CmuxError('CONFLICT', `${id} is ${change.state}: it can't become ${to}`, {
        hint: `see \`cmux improve show ${id}\``,
      })
    const update = { ...more, state: to, updatedAt: timestampFromMs(clock.nowMs()) }
    await writer.changes.update(id, update)
    const note = more.note ?? null
    const data = { id, project: change.project, from: change.state, to, note }
    await writer.events.append({ type: 'change.moved', actor, data })
    return { ...change, ...update }
  })
}
