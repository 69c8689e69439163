// In the history it is said why a word came too late to be taken as it was meant.
import { isOpen, type TaskState } from '../../protocol/tasks/task.ts'
import type { Part } from './decide-task-move.ts'
import type { TaskRecord } from './task-record.ts'

export interface Word {
  readonly name: string
  readonly says: TaskState | undefined
  readonly parts: ReadonlySet<Part>
}

/** Undefined when it did not. The same for a repeat, whatever has become of the task since. */
export function describeLate(task: TaskRecord, { name, says, parts }: Word): string | undefined {
  const word = says === undefined ? '' : `${says}, `
  if (parts.has('person')) return undefined
  if (parts.has('past')) return `${word}says an earlier start of ${name}`
  if (parts.has('former')) return `${word}says ${name}, who had it before`
  const isAfterwards = parts.has('assignee') && !isOpen(task) && says !== undefined && says !== task.state
  return isAfterwards ? `${word}says ${name}, after it was ${task.state}` : undefined
}
