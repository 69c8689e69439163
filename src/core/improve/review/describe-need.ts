// Who has to look at a change, as the outside is told.
import type { ChangeView } from '../../../protocol/change.ts'
import type { NeededLeave } from './needed-leave.ts'

export function describeNeed(needed: NeededLeave): ChangeView['needs'] {
  if (needed.kind === 'none') return { kind: 'none', why: 'its checks decide' }
  if (needed.kind === 'human') return needed
  return { kind: 'agent', why: `it needs care, and ${needed.agent} looks at it after its checks` }
}
