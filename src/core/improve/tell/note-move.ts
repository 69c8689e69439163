// Each step of a change is in the journal of its project, written with the step itself (I10).
import { describeChangeState, describeRisk } from '../../../protocol/changes/describe-change.ts'
import type { Change, ChangeState } from '../../../protocol/changes/change.ts'
import { JournalEntryId } from '../../../protocol/journal/journal.ts'
import type { Clock } from '../../clock.ts'
import { writeEntry } from '../../journal/write-entry.ts'
import type { StoreWriter } from '../../store.ts'
import { titleOf } from '../review/write-review.ts'
import { letterOfMove } from './letter-of-move.ts'
import type { Move } from './tell-of-move.ts'

export async function noteMove(
  deps: { readonly clock: Clock },
  writer: StoreWriter,
  change: Change,
  { from, actor, seq }: Move,
): Promise<void> {
  const { id, project, state, agent } = change
  await writeEntry(deps, writer, {
    id: JournalEntryId.parse(`change:${id}:${seq}`),
    kind: 'change',
    project,
    author: 'system',
    actor,
    agent,
    text:
      letterOfMove(change, from)?.body ??
      (state === 'planned' ? describePlan(change) : describeStep(change, from, state)),
  })
}

function describePlan({ id, author, files, tier, description }: Change): string {
  const count = files.length === 1 ? '1 file' : `${files.length} files`
  return `Change ${id} was drafted by ${author}: ${count}, ${describeRisk(tier)}.\n${description}`
}

function describeStep(change: Change, from: ChangeState, to: ChangeState): string {
  const { id, note } = change
  const [old, now] = [describeChangeState(from), describeChangeState(to)]
  const step = from === to ? `is still ${now}` : `went from ${old} to ${now}`
  const words = `Change ${id} (${titleOf(change)}) ${step}.`
  return note === null ? words : `${words}\n${note}`
}
