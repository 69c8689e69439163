// The one place where a task changes: the change, a line of its history and the events, together.
import { redactSecrets } from '../../lib/redact-secrets.ts'
import type { TaskDesk } from './task-desk.ts'
import type { TaskChange, TaskRecord } from './task-record.ts'

/** The history of all keeps enough to know what was said; the task has all of it. */
const NOTE_IN_EVENT_MAX_CHARS = 1000

export async function changeTask(
  { writer, sender, at }: TaskDesk,
  task: TaskRecord,
  change: TaskChange,
  note: string | null,
): Promise<TaskRecord> {
  const { actor } = sender
  const changed = { ...task, ...change, updatedAt: at }
  const { id, title, state, assignee } = changed
  await writer.tasks.change(id, { ...change, updatedAt: at })
  await writer.tasks.addEntry(id, { at, actor, state, assignee, note })
  const said = note && redactSecrets(note).slice(0, NOTE_IN_EVENT_MAX_CHARS)
  const isMove = state !== task.state
  const isAssignment = assignee !== task.assignee
  if (isAssignment)
    await writer.events.append({ type: 'task.assigned', actor, data: { id, title, assignee } })
  if (isMove) {
    const data = { id, title, assignee, from: task.state, to: state, note: said }
    await writer.events.append({ type: 'task.moved', actor, data })
  }
  if (!isMove && !isAssignment && said !== null)
    await writer.events.append({ type: 'task.noted', actor, data: { id, title, note: said } })
  return changed
}
