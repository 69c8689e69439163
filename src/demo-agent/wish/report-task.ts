// Tells cmux how far a task is.
import type { CmuxAnswer } from '../ask-cmux.ts'
import type { Turn } from '../turn.ts'
import { useCmux } from '../use-cmux.ts'

export interface TaskReport {
  readonly id: string
  readonly state: string
  readonly text: string
}

export function reportTask(turn: Turn, { id, state, text }: TaskReport): Promise<CmuxAnswer> {
  const said = text === '' ? {} : { [state === 'completed' ? 'result' : 'note']: text }
  return useCmux(turn, {
    tool: 'update_task',
    about: `${id} ${state}`,
    method: 'PATCH',
    path: `/api/tasks/${encodeURIComponent(id)}`,
    body: { state, ...said },
    says: (task) => `${id} is ${String(task['state'])}`,
  })
}
