// What a person most often does about a task, as buttons; the rest is in the menu beside them.
import { useState } from 'react'
import type { TaskView } from '../../../protocol/tasks/task.ts'
import { isOpenState } from '../../tasks/describe-task-state.ts'
import { changeFor } from '../../tasks/list-task-moves.ts'
import { TaskMenu, useAssignItems } from '../../tasks/task-menu.tsx'
import { useChangeTask } from '../../tasks/use-change-task.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'

export function TaskActions({ task }: { readonly task: TaskView }) {
  const { id, state, children } = task
  const change = useChangeTask()
  const assign = useAssignItems(task)
  const [isAsked, setAsked] = useState(false)
  const openParts = children.filter((child) => isOpenState(child.state)).length
  const cancel = () => change(id, { state: 'canceled' })
  if (state === 'completed') return null
  return (
    <div className="flex flex-wrap gap-2">
      <Menu
        label="Assign to"
        items={assign}
        trigger={
          <>
            Assign to <Icon name="down" size={14} />
          </>
        }
      />
      {isOpenState(state) ? (
        <>
          <Button onClick={() => change(id, { state: 'completed' })}>Mark as done</Button>
          <Button look="danger" onClick={() => (openParts > 0 ? setAsked(true) : cancel())}>
            Cancel the task
          </Button>
        </>
      ) : (
        <Button onClick={() => change(id, changeFor(task, 'submitted'))}>Reopen</Button>
      )}
      <TaskMenu task={task} />
      <Confirm
        isOpen={isAsked}
        title="Cancel the task and its parts?"
        description={`${openParts} of its parts are still open. They are canceled too.`}
        action="Cancel all"
        onAnswer={(isYes) => {
          setAsked(false)
          if (isYes) cancel()
        }}
      />
    </div>
  )
}
