// A task of ours as A2A has it: the states are the same by design.
import { TaskState as A2aState, type Task as A2aTask } from '@a2a-js/sdk'
import type { Task, TaskState } from '../../protocol/tasks/task.ts'

const STATES: Readonly<Record<TaskState, A2aState>> = {
  submitted: A2aState.TASK_STATE_SUBMITTED,
  working: A2aState.TASK_STATE_WORKING,
  'input-required': A2aState.TASK_STATE_INPUT_REQUIRED,
  'auth-required': A2aState.TASK_STATE_AUTH_REQUIRED,
  completed: A2aState.TASK_STATE_COMPLETED,
  failed: A2aState.TASK_STATE_FAILED,
  canceled: A2aState.TASK_STATE_CANCELED,
  rejected: A2aState.TASK_STATE_REJECTED,
}

export function toA2aTask({ id, state, updatedAt, result, title, assignee }: Task): A2aTask {
  return {
    id,
    contextId: id,
    status: { state: STATES[state], message: undefined, timestamp: updatedAt },
    artifacts: result === null ? [] : [composeResult(result)],
    history: [],
    metadata: { title, agent: assignee },
  }
}

function composeResult(text: string): A2aTask['artifacts'][number] {
  const part = {
    content: { $case: 'text', value: text },
    metadata: undefined,
    filename: '',
    mediaType: 'text/plain',
  } as const
  return {
    artifactId: 'result',
    name: 'result',
    description: '',
    parts: [part],
    metadata: undefined,
    extensions: [],
  }
}
