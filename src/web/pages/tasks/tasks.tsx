// What is to be done, by whom, and how far it is: as a board by state, or as a tree by what is part of what.
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useProject } from '../../frame/use-project.ts'
import { useConnection } from '../../live/use-connection.ts'
import { useTasks } from '../../tasks/use-tasks.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Command } from '../../ui/command.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AgentStrip } from './agent-strip.tsx'
import { parseAssigneeFilter, wordOf } from './assignee-filter.ts'
import { NewTask } from './new-task.tsx'
import { TaskBoard } from './task-board.tsx'
import { TaskTree } from './task-tree.tsx'
import { useKey } from '../../ui/use-key.ts'

const NONE = [] as const

export function Tasks() {
  const { as, assignee: word, new: isNew = false } = useSearch({ from: '/tasks' })
  const navigate = useNavigate({ from: '/tasks' })
  const [project] = useProject()
  const { data, error } = useTasks({ project })
  const isLive = useConnection().kind === 'live'
  const assignee = parseAssigneeFilter(word)
  const open = data?.items ?? NONE
  const Shown = as === 'tree' ? TaskTree : TaskBoard
  const setNew = (next: boolean) =>
    void navigate({ search: (old) => ({ ...old, new: next ? true : undefined }) })
  useKey('n', () => setNew(true))
  return (
    <div className="grid gap-3" data-live={isLive}>
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="mr-2 text-xl font-semibold">Tasks</h1>
        <Views />
        <Button look="main" className="ml-auto" onClick={() => setNew(true)}>
          <Icon name="plus" size={14} /> New task
        </Button>
      </div>
      <AgentStrip
        open={open}
        chosen={assignee}
        onChoose={(filter) => void navigate({ search: (old) => ({ ...old, assignee: wordOf(filter) }) })}
      />
      {error && (
        <Notice tone="bad" title={`Tasks can’t be shown: ${error.message}`}>
          <Command text="cmux task list" />
        </Notice>
      )}
      {data?.isWhole === false && (
        <Notice tone="worry" title={`More than ${open.length} open tasks`}>
          The oldest are shown. Choose a project to see all of its tasks.
        </Notice>
      )}
      {data?.items.length === 0 && (
        <Empty title="No tasks yet">
          Press n to add a task, or in a terminal: <Command text="cmux task add TITLE --to NAME" />
        </Empty>
      )}
      {data && <Shown open={open} project={project} assignee={assignee} />}
      <NewTask isOpen={isNew} onClose={() => setNew(false)} open={open} />
    </div>
  )
}

function Views() {
  const { as } = useSearch({ from: '/tasks' })
  const views = [
    ['Board', undefined],
    ['Tree', 'tree'],
  ] as const
  return (
    <nav aria-label="views" className="flex gap-1">
      {views.map(([title, value]) => (
        <Link
          key={title}
          to="/tasks"
          search={(old) => ({ ...old, as: value })}
          activeOptions={{ explicitUndefined: true }}
          className={`${buttonClass('bare')} ${as === value ? 'bg-raised text-ink' : ''}`}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}
