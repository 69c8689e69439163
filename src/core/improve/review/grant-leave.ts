// Somebody lets a change through, for exactly what it is now: it goes back to its place in the queue.
import type { Change, Leave } from '../../../protocol/changes/change.ts'
import { timestampFromMs } from '../../../protocol/timestamp.ts'
import type { Clock } from '../../clock.ts'
import type { Store, StoreWriter } from '../../store.ts'
import { moveChange } from '../move-change.ts'

interface Grant extends Pick<Leave, 'by' | 'via'> {
  readonly reason: string | null
}

/** `also`: what is written with it. */
export function grantLeave(
  deps: { readonly store: Store; readonly clock: Clock },
  { id, sha256 }: Change,
  { by, via, reason }: Grant,
  also: (writer: StoreWriter) => Promise<void> = () => Promise.resolve(),
): Promise<Change> {
  const leave: Leave = { sha256, by, at: timestampFromMs(deps.clock.nowMs()), via }
  const note = `approved by ${by}${reason === null ? '' : `: ${reason}`}`
  return moveChange(deps, id, {
    to: 'queued',
    from: ['reviewing'],
    actor: by,
    leave,
    review: null,
    note,
    also: async (writer) => {
      await also(writer)
      return {}
    },
  })
}
