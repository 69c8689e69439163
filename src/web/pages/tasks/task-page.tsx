// One task whole: what is to be done, how far it is, what came of it, and what a person can do about it.
import { Link, useParams } from '@tanstack/react-router'
import { RefusedRequest } from '../../../client/make-client.ts'
import type { TaskId } from '../../../protocol/ids.ts'
import type { TaskView } from '../../../protocol/tasks/task.ts'
import { useRoute } from '../../data/use-route.ts'
import { useConnection } from '../../live/use-connection.ts'
import { describeTaskState } from '../../tasks/describe-task-state.ts'
import { TaskLine } from '../../tasks/task-line.tsx'
import { TaskPriority } from '../../tasks/task-priority.tsx'
import { TaskState } from '../../tasks/task-state.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TaskActions } from './task-actions.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskHistory } from './task-history.tsx'
import { TaskNote } from './task-note.tsx'

export function TaskPage() {
  const { id } = useParams({ from: '/tasks/$id' })
  const { data, error } = useRoute('GET /api/tasks/:id', { params: { id: id as TaskId } })
  const isLive = useConnection().kind === 'live'
  return (
    <div className="grid gap-3">
      <p className="text-sm">
        <Link to="/tasks" className="text-accent underline">
          All tasks
        </Link>
      </p>
      {error && <Missing error={error} />}
      {!data && !error && <h1 className="text-xl font-semibold">Task</h1>}
      {data && !isLive && <Notice tone="worry" title="Not connected: this is the last known state." />}
      {data && <Whole key={id} task={data} />}
    </div>
  )
}

function Missing({ error }: { readonly error: Error }) {
  return (
    <>
      <h1 className="text-xl font-semibold">Task</h1>
      <Notice tone="bad" title={`The task can’t be shown: ${error.message}`}>
        {error instanceof RefusedRequest ? error.hint : 'The server does not answer.'}
      </Notice>
    </>
  )
}

function Whole({ task }: { readonly task: TaskView }) {
  const { title, state, priority, body, result, children, parts, history } = task
  const isAsking = describeTaskState(state).column === 'asking'
  return (
    <>
      <div className="grid gap-2">
        <h1 data-foreign dir="auto" className="text-xl font-semibold">
          {title}
        </h1>
        <div className="flex flex-wrap items-center gap-2">
          <TaskState state={state} />
          <TaskPriority priority={priority} />
          <TaskActions task={task} />
        </div>
      </div>
      {isAsking && <Question task={task} />}
      <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-3">
          {result !== null && result !== '' && <Words title="Result" text={result} />}
          <Words title="Description" text={body === '' ? title : body} />
          {children.length > 0 && (
            <Card
              title="Parts"
              aside={<span className="text-xs text-quiet">{`${parts.done} of ${parts.all} done`}</span>}
            >
              <ul className="grid gap-1.5">
                {children.map((child) => (
                  <li key={child.id}>
                    <TaskLine task={child} />
                  </li>
                ))}
              </ul>
            </Card>
          )}
          <TaskHistory history={history} />
        </div>
        <div className="grid gap-3">
          <TaskFacts task={task} />
          {!isAsking && (
            <Card title="Reply">
              <TaskNote task={task} />
            </Card>
          )}
        </div>
      </div>
    </>
  )
}

function Words({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <Card title={title}>
      <p data-foreign dir="auto" className="text-sm whitespace-pre-wrap">
        {text}
      </p>
    </Card>
  )
}

function Question({ task }: { readonly task: TaskView }) {
  const asked = task.history.findLast(({ state, note }) => state === task.state && note !== null)
  return (
    <Card title={task.state === 'auth-required' ? 'Needs access from you' : 'Needs an answer from you'}>
      <div className="grid gap-3">
        {asked && (
          <p data-foreign dir="auto" className="border-l-4 border-worry/60 pl-3 text-sm whitespace-pre-wrap">
            {asked.note}
          </p>
        )}
        <TaskNote task={task} />
      </div>
    </Card>
  )
}
