// How urgent a task is, when it is not as usual.
import type { Task } from '../../protocol/tasks/task.ts'
import { Badge } from '../ui/badge.tsx'
import type { Tone } from '../ui/tone.ts'

const TONES: Readonly<Record<Task['priority'], Tone>> = {
  low: 'quiet',
  normal: 'quiet',
  high: 'worry',
  urgent: 'bad',
}

export function TaskPriority({ priority }: Pick<Task, 'priority'>) {
  return priority === 'normal' ? null : <Badge tone={TONES[priority]}>{priority}</Badge>
}
