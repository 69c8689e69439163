import { toOneLine } from '../../lib/quote-lines.ts'
import type { Task } from '../../protocol/tasks/task.ts'

/** In one line. */
export function describeTask({ id, title, state, assignee, priority, waitsFor }: Task): string {
  const who = assignee === null ? 'unassigned' : `for ${assignee}`
  const waits = waitsFor.length === 0 ? [] : [`waits for ${waitsFor.join(', ')}`]
  return [`${id} · ${state} · ${who} · ${priority}`, ...waits, toOneLine(title)].join(' · ')
}
