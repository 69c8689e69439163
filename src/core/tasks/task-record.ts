// A task as it is kept.
import type { Task } from '../../protocol/tasks/task.ts'
import type { Sender } from '../mail/sender.ts'

export interface TaskRecord extends Task {
  /** In whose name the assignee is told, which may be long after they assigned it. */
  readonly assigner: Sender | null
  /** How often it went out as mail: each time under a name of its own. */
  readonly mails: number
}

/** What may change after it was added; what it waits for never does, so that nothing can come to wait for itself. */
export type TaskChange = Partial<
  Pick<
    TaskRecord,
    | 'state'
    | 'priority'
    | 'assignee'
    | 'generation'
    | 'assigner'
    | 'message'
    | 'mails'
    | 'offers'
    | 'result'
    | 'updatedAt'
  >
>
