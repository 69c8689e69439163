// Tasks under the tasks that they are parts of; arrow keys walk it, Enter shows one.
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { Task } from '../../../protocol/tasks/task.ts'
import { buildTaskTree } from '../../tasks/build-task-tree.ts'
import { decideTreeStep, listTreeRows, type TreeStep } from '../../tasks/list-tree-rows.ts'
import { mergeTasks } from '../../tasks/merge-tasks.ts'
import { useOverTasks } from '../../tasks/use-over-tasks.ts'
import { Button } from '../../ui/button.tsx'
import { isOf, type AssigneeFilter } from './assignee-filter.ts'
import { TreeLine } from './tree-line.tsx'

interface TaskTreeProps {
  readonly open: readonly Task[]
  readonly project: string | undefined
  readonly assignee: AssigneeFilter
}

const OVER_FIRST = 50
const OVER_STEP = 200

export function TaskTree({ open, project, assignee }: TaskTreeProps) {
  const [count, setCount] = useState(OVER_FIRST)
  const over = useOverTasks({ states: ['completed', 'failed', 'canceled', 'rejected'], project, count })
  const all = mergeTasks(open, over.tasks)
  const titles = new Map<string, string>(all.map(({ id, title }) => [id, title]))
  const tree = useTree(all.filter(isOf(assignee)))
  return (
    <div className="grid justify-items-start gap-2">
      <ul
        role="tree"
        aria-label="task tree"
        onKeyDown={tree.hear}
        className="grid w-full rounded-lg border border-line bg-surface py-1 empty:hidden"
      >
        {tree.rows.map((row, index) => (
          <TreeLine
            key={row.task.id}
            row={row}
            waitsFor={row.task.waitsFor.map((id) => titles.get(id) ?? id).join(', ')}
            isCurrent={index === tree.current}
            placeRef={(element) => tree.place(index, element)}
            onReach={() => tree.reach(index)}
            onTurn={() => tree.turn(row.task.id)}
          />
        ))}
      </ul>
      {over.hasMore && <Button onClick={() => setCount(count + OVER_STEP)}>Show more closed tasks</Button>}
    </div>
  )
}

function useTree(tasks: readonly Task[]) {
  const navigate = useNavigate()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [reached, reach] = useState<string>()
  const places = useRef(new Map<number, HTMLElement>())
  const rows = listTreeRows(buildTaskTree(tasks), closed)
  const current = Math.max(
    0,
    rows.findIndex(({ task }) => task.id === reached),
  )
  const turn = (id: string) => {
    const next = new Set(closed)
    if (!next.delete(id)) next.add(id)
    setClosed(next)
  }
  const take = (step: TreeStep) => {
    const id = rows[step.kind === 'go' ? step.to : step.at]?.task.id
    if (id === undefined) return
    if (step.kind === 'go') places.current.get(step.to)?.focus()
    else if (step.kind === 'show') void navigate({ to: '/tasks/$id', params: { id } })
    else turn(id)
  }
  return {
    rows,
    current,
    turn,
    reach: (index: number) => reach(rows[index]?.task.id),
    place(index: number, element: HTMLElement | null) {
      if (element) places.current.set(index, element)
      else places.current.delete(index)
    },
    hear(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const step = decideTreeStep(event.key, rows, current)
      if (!step) return
      event.preventDefault()
      take(step)
    },
  }
}
