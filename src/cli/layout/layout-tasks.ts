// Tasks as text: a row each, children under their parent; or one with all that is known of it.
import { printable } from '../../lib/printable.ts'
import { TASK_PRIORITIES } from '../../protocol/tasks/task-priorities.ts'
import type { Task, TaskView } from '../../protocol/tasks/task.ts'
import { layoutTable } from './layout.ts'

export function layoutTasks(tasks: readonly Task[]): string {
  const rows = orderAsTree(tasks).map(({ task, depth }) => [
    `${'  '.repeat(depth)}${task.title}`,
    task.state,
    task.priority,
    task.assignee ?? '-',
    task.waitsFor.length === 0 ? '' : `blocked by ${task.waitsFor.length}`,
    task.id,
  ])
  return layoutTable([['TASK', 'STATE', 'PRIORITY', 'ASSIGNEE', '', 'ID'], ...rows])
}

interface Placed {
  readonly task: Task
  readonly depth: number
}

/** The urgent first, then the older; one whose parent is not shown stands by itself. */
function orderAsTree(tasks: readonly Task[]): Placed[] {
  const shown = new Set(tasks.map(({ id }) => id))
  const byParent = Map.groupBy(tasks, ({ parent }) => (parent !== null && shown.has(parent) ? parent : null))
  const place = (parent: Task['parent'], depth: number): Placed[] =>
    (byParent.get(parent) ?? [])
      .toSorted((a, b) => rank(b) - rank(a) || a.seq - b.seq)
      .flatMap((task) => [{ task, depth }].concat(place(task.id, depth + 1)))
  return place(null, 0)
}

const rank = ({ priority }: Task) => TASK_PRIORITIES.indexOf(priority)

export function layoutTask(task: TaskView): string {
  const facts: readonly (readonly [string, string])[] = [
    ['task', task.title],
    ['state', `${task.state}${task.priority === 'normal' ? '' : `, priority ${task.priority}`}`],
    ['assignee', task.assignee ?? 'unassigned'],
    ...(task.message === null ? [] : [['sent as', task.message] as const]),
    ['project', task.project ?? '-'],
    ...(task.parent === null ? [] : [['part of', task.parent] as const]),
    ...task.after.map(
      (id) => ['after', `${id}${task.waitsFor.includes(id) ? ', which is not completed' : ''}`] as const,
    ),
    ['added', `${task.createdAt} by ${task.createdBy}`],
    ...task.children.map(
      ({ id, title, state, assignee }) =>
        ['child', `${id}: ${title} (${state}, ${assignee ?? 'unassigned'})`] as const,
    ),
  ]
  const history = task.history.map(({ at, actor, state, assignee, note }) => [
    at,
    actor,
    state,
    assignee ?? '-',
    (note ?? '').replaceAll('\n', ' / '),
  ])
  return [
    `${task.id}\n${layoutTable(facts.map(([name, value]) => [`  ${name}`, value]))}`,
    ...(task.body === '' ? [] : [printable(task.body)]),
    ...(task.result === null ? [] : [`result: ${printable(task.result)}`]),
    layoutTable([['AT', 'WHO', 'STATE', 'ASSIGNEE', 'NOTE'], ...history]),
  ].join('\n\n')
}
