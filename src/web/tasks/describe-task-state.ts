// What a task's state is called, how it looks, and in which column of the board it stands.
import type { TaskState } from '../../protocol/tasks/task.ts'
import type { Tone } from '../ui/tone.ts'

export type ColumnId = 'todo' | 'working' | 'asking' | 'done' | 'ended'

interface StateWords {
  readonly word: string
  readonly tone: Tone
  readonly column: ColumnId
}

const WORDS: Readonly<Record<TaskState, StateWords>> = {
  submitted: { word: 'to do', tone: 'quiet', column: 'todo' },
  working: { word: 'working', tone: 'busy', column: 'working' },
  'input-required': { word: 'needs an answer', tone: 'worry', column: 'asking' },
  'auth-required': { word: 'needs access', tone: 'worry', column: 'asking' },
  completed: { word: 'done', tone: 'well', column: 'done' },
  failed: { word: 'failed', tone: 'bad', column: 'ended' },
  canceled: { word: 'canceled', tone: 'quiet', column: 'ended' },
  rejected: { word: 'rejected', tone: 'bad', column: 'ended' },
}

export function describeTaskState(state: TaskState): StateWords {
  return WORDS[state]
}

/** Somebody still has something to do about it. */
export function isOpenState(state: TaskState): boolean {
  const { column } = WORDS[state]
  return column !== 'done' && column !== 'ended'
}
