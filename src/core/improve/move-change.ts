// The one place that writes how a change stands, with its event, in one transaction.
import { CmuxError } from '../../protocol/cmux-error.ts'
import { describeChangeState } from '../../protocol/changes/describe-change.ts'
import type { Change, ChangeState } from '../../protocol/changes/change.ts'
import type { ChangeId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import type { Store, StoreWriter } from '../store.ts'
import type { ChangeUpdate } from './change-table.ts'
import { findChange } from './find-change.ts'
import { closeReview } from './review/close-review.ts'
import { titleOf } from './review/write-review.ts'
import { noteMove } from './tell/note-move.ts'
import { tellOfMove } from './tell/tell-of-move.ts'

/** Of a change that is tried again and again, the last ones. */
const STEPS_MAX = 100

interface Step extends Omit<ChangeUpdate, 'state' | 'updatedAt' | 'steps'> {
  readonly to: ChangeState
  /** It is refused when the change stands elsewhere by now: somebody was faster. */
  readonly from: readonly ChangeState[]
  readonly actor: string
  /** What is written with it, in the same transaction; says what it adds to the change. */
  readonly also?: (writer: StoreWriter) => Promise<ChangeUpdate>
}

export async function moveChange(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  id: ChangeId,
  { to, from, actor, also, ...more }: Step,
): Promise<Change> {
  return store.write(async (writer) => {
    const change = await findChange(writer, id)
    if (!from.includes(change.state))
      throw new CmuxError(
        'CONFLICT',
        `${id} is ${describeChangeState(change.state)}, so it can't become ${describeChangeState(to)}`,
        {
          hint: `see \`cmux improve show ${id}\``,
        },
      )
    const at = timestampFromMs(clock.nowMs())
    const note = more.note ?? null
    const steps = [...change.steps, { to, at, actor, note }].slice(-STEPS_MAX)
    const added = await also?.(writer)
    if (change.state === 'reviewing') await closeReview(writer, change, to, at)
    const update = { ...more, ...added, state: to, updatedAt: at, steps }
    await writer.changes.update(id, update)
    const moved = { ...change, ...update }
    const data = { id, project: change.project, from: change.state, to, note, description: titleOf(change) }
    const { seq } = await writer.events.append({ type: 'change.moved', actor, data })
    const move = { from: change.state, actor, seq }
    await tellOfMove({ clock }, writer, moved, move)
    await noteMove({ clock }, writer, moved, move)
    return moved
  })
}
