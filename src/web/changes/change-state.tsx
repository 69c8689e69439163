// How a change stands, in a word.
import type { ChangeState as State } from '../../protocol/changes/change.ts'
import { describeChangeState } from '../../protocol/changes/describe-change.ts'
import { Dot } from '../ui/dot.tsx'
import { CHANGE_STATES } from './change-states.ts'

export function ChangeState({ state }: { readonly state: State }) {
  const { tone, isBusy = false } = CHANGE_STATES[state]
  return (
    <Dot tone={tone} isBeating={isBusy}>
      {describeChangeState(state)}
    </Dot>
  )
}
