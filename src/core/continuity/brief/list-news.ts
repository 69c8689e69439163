// What changed between two looks at an agent's work, for one that was away in between. Pure.
import type { WorkState } from '../../../protocol/agents/work-state.ts'

export function listNews(before: WorkState, now: WorkState): string[] {
  return [...taskNews(before, now), ...gitNews(before, now)]
}

function taskNews({ current_task: before }: WorkState, { current_task: now }: WorkState): string[] {
  const known = new Map([...before.tasks, ...before.finished].map((task) => [task.id, task.state]))
  const gone = before.tasks.filter(
    ({ id }) => ![...now.tasks, ...now.finished].some((task) => task.id === id),
  )
  return [
    ...[...now.tasks, ...now.finished].flatMap(({ id, title, state }) => {
      const then = known.get(id)
      if (then === undefined)
        return now.tasks.some((task) => task.id === id) ? [`new task ${id}: ${title}`] : []
      return then === state ? [] : [`task ${id} (${title}) went from ${then} to ${state}`]
    }),
    ...gone.map(({ id, title }) => `task ${id} (${title}) is not yours any more`),
  ]
}

function gitNews({ git_state: before }: WorkState, { git_state: now }: WorkState): string[] {
  if (before === null || now === null) return []
  return [
    ...(before.branch === now.branch
      ? []
      : [`the branch is ${now.branch ?? 'none'}, it was ${before.branch ?? 'none'}`]),
    ...(before.head === now.head
      ? []
      : [
          `the branch stands on ${now.head?.slice(0, 10) ?? 'nothing'}, it stood on ${before.head?.slice(0, 10) ?? 'nothing'}`,
        ]),
    ...(now.behind > before.behind ? [`${now.main} has ${now.behind - before.behind} more commits`] : []),
  ]
}
