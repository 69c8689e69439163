// Who has to look at a change, as the outside is told.
import type { ChangeView } from '../../../protocol/changes/change.ts'
import type { NeededLeave } from './needed-leave.ts'

export function describeNeed(needed: NeededLeave): ChangeView['needs'] {
  if (needed.kind === 'none') return { kind: 'none', why: 'the change is merged when its checks pass' }
  if (needed.kind === 'human') return needed
  return { kind: 'agent', why: `the change is of medium risk: ${needed.agent} reviews it after the checks` }
}
