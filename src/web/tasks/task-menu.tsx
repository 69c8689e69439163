// What a person can do about a task, as a menu: everything that dragging does, and more.
import { canRead } from '../../protocol/messages/can-read.ts'
import type { Task } from '../../protocol/tasks/task.ts'
import { TASK_PRIORITIES } from '../../protocol/tasks/task-priorities.ts'
import { useAgents } from '../agents/use-agents.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuItems, type MenuItem } from '../ui/menu.tsx'
import { isOpenState } from './describe-task-state.ts'
import { changeFor, listTaskMoves } from './list-task-moves.ts'
import { useChangeTask } from './use-change-task.ts'

type Subject = Pick<Task, 'id' | 'title' | 'state' | 'priority' | 'assignee' | 'parts'>

export function TaskMenu({ task }: { readonly task: Subject }) {
  // What is done stays so.
  if (task.state === 'completed') return null
  return (
    <Menu label={`actions for ${task.title}`} look="bare" trigger={<Icon name="more" size={20} />}>
      <TaskMenuItems task={task} />
    </Menu>
  )
}

function TaskMenuItems({ task }: { readonly task: Subject }) {
  const change = useChangeTask()
  const assign = useAssignItems(task)
  const { id, state, parts } = task
  const moves = listTaskMoves(state).map(({ to, title, isDangerous = false }) => ({
    title,
    isDangerous,
    detail: to === 'canceled' && parts.all > parts.done ? 'and its open parts' : undefined,
    act: () => change(id, changeFor(task, to)),
  }))
  const priorities = TASK_PRIORITIES.toReversed().map((priority) => ({
    title: priority,
    isChosen: priority === task.priority,
    act: () => change(id, { priority }),
  }))
  return (
    <MenuItems
      items={[
        { title: 'Assign to…', more: assign },
        ...(isOpenState(state) ? [{ title: 'Priority…', more: priorities }] : []),
        ...moves,
      ]}
    />
  )
}

/** Who can be given this task, and nobody. */
export function useAssignItems({ id, assignee }: Pick<Task, 'id' | 'assignee'>): readonly MenuItem[] {
  const change = useChangeTask()
  const { agents } = useAgents()
  return [
    { title: 'unassigned', isChosen: assignee === null, act: () => change(id, { assignee: null }) },
    // A plain program would take the text for commands.
    ...agents.filter(canRead).map(({ name, status, role }) => ({
      title: name,
      detail: `${role} · ${status}`,
      isChosen: name === assignee,
      act: () => change(id, { assignee: name }),
    })),
  ]
}
