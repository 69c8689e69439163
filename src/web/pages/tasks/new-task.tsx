// The window in which a task is written.
import type { Task } from '../../../protocol/tasks/task.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { NewTaskForm } from './new-task-form.tsx'

interface NewTaskProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** What it can be a part of, or wait for. */
  readonly open: readonly Task[]
}

export function NewTask({ isOpen, onClose, open }: NewTaskProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="New task"
      description="The assignee gets the task as a message. Closing this keeps your draft."
    >
      <NewTaskForm open={open} onDone={onClose} />
    </Dialog>
  )
}
