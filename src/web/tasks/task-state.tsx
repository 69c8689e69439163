// How far a task is, as a word in its colour.
import type { TaskState as State } from '../../protocol/tasks/task.ts'
import { Badge } from '../ui/badge.tsx'
import { describeTaskState } from './describe-task-state.ts'

export function TaskState({ state }: { readonly state: State }) {
  const { word, tone } = describeTaskState(state)
  return <Badge tone={tone}>{word}</Badge>
}
