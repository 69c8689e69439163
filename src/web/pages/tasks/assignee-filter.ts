// Whose tasks are looked at: everybody's, one agent's, or those that nobody has. In the address it is one word.
import type { Task } from '../../../protocol/tasks/task.ts'

export type AssigneeFilter =
  | { readonly kind: 'everybody' }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'agent'; readonly name: string }

/** No agent can be called so. */
const NOBODY = '-'

export function parseAssigneeFilter(word: string | undefined): AssigneeFilter {
  if (word === undefined) return { kind: 'everybody' }
  return word === NOBODY ? { kind: 'nobody' } : { kind: 'agent', name: word }
}

export function wordOf(filter: AssigneeFilter): string | undefined {
  if (filter.kind === 'everybody') return undefined
  return filter.kind === 'nobody' ? NOBODY : filter.name
}

export function isOf(filter: AssigneeFilter): (task: Pick<Task, 'assignee'>) => boolean {
  if (filter.kind === 'everybody') return () => true
  const wanted = filter.kind === 'nobody' ? null : filter.name
  return ({ assignee }) => assignee === wanted
}
