// One line of the tree.
import { Link } from '@tanstack/react-router'
import type { TreeRow } from '../../tasks/list-tree-rows.ts'
import { TaskPriority } from '../../tasks/task-priority.tsx'
import { TaskState } from '../../tasks/task-state.tsx'
import { isOpenState } from '../../tasks/describe-task-state.ts'
import { Icon } from '../../ui/icon.tsx'

interface TreeLineProps {
  readonly row: TreeRow
  readonly waitsFor: string
  /** The one that Tab reaches. */
  readonly isCurrent: boolean
  readonly placeRef: (element: HTMLElement | null) => void
  readonly onReach: () => void
  readonly onTurn: () => void
}

const INDENT_REM = 1.25
/** Deeper ones would leave the page. */
const INDENTS_MAX = 8

export function TreeLine({ row, waitsFor, isCurrent, placeRef, onReach, onTurn }: TreeLineProps) {
  const { task, level, place, siblings, hasChildren, isOpen } = row
  const indent = Math.min(level - 1, INDENTS_MAX) * INDENT_REM
  return (
    <li
      ref={placeRef}
      role="treeitem"
      data-task={task.id}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={siblings}
      {...(hasChildren && { 'aria-expanded': isOpen })}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onReach}
      className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-0.5 px-2 py-1 text-sm [contain-intrinsic-size:auto_2.25rem] [content-visibility:auto] hover:bg-raised focus-visible:bg-raised focus-visible:-outline-offset-2"
    >
      <span aria-hidden className="flex shrink-0 items-center" style={{ paddingLeft: `${indent}rem` }}>
        <span
          onClick={hasChildren ? onTurn : undefined}
          className={`grid size-6 place-items-center text-quiet ${hasChildren ? 'cursor-pointer' : 'invisible'} ${isOpen ? '' : '-rotate-90'}`}
        >
          <Icon name="down" size={14} />
        </span>
      </span>
      <TaskState state={task.state} />
      <Link
        to="/tasks/$id"
        params={{ id: task.id }}
        tabIndex={-1}
        data-foreign
        className="min-w-0 flex-1 basis-40 hover:text-accent hover:underline"
      >
        {task.title}
      </Link>
      {isOpenState(task.state) && <TaskPriority priority={task.priority} />}
      {task.parts.all > 0 && (
        <span className="text-xs text-quiet">
          {task.parts.done} of {task.parts.all} done
        </span>
      )}
      {isOpenState(task.state) && waitsFor !== '' && (
        <span data-foreign className="text-xs text-worry">
          blocked by {waitsFor}
        </span>
      )}
      <span className="text-xs text-quiet">{task.assignee ?? 'nobody'}</span>
    </li>
  )
}
