// What somebody says of a task: to whom it goes, how far it is, what came of it. A repeat after a lost answer changes nothing.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { TaskId } from '../../protocol/ids.ts'
import { isOpen, type TaskEntry, type UpdateTask } from '../../protocol/tasks/task.ts'
import { findVisibility } from '../access/find-visibility.ts'
import type { Principal } from '../access/principal.ts'
import { senderOf } from '../mail/sender.ts'
import { assignTask } from './assign-task.ts'
import { changeTask } from './change-task.ts'
import { decideTaskMove, listMoves, type Part } from './decide-task-move.ts'
import { describeLate } from './describe-late.ts'
import { findParts } from './find-parts.ts'
import { moveTask } from './move-task.ts'
import { requireTask } from './require-task.ts'
import { makeTaskDesk, type TaskDeps, type TaskDesk } from './task-desk.ts'
import type { TaskRecord } from './task-record.ts'

/** An agent that notes in a loop is stopped here; moves are still heard. */
const ENTRIES_MAX = 1000

export async function updateTask(
  { store, clock }: TaskDeps,
  id: TaskId,
  request: UpdateTask,
  by: Principal,
): Promise<void> {
  const sender = senderOf(by, undefined)
  await store.write(async (writer) => {
    const desk = makeTaskDesk(clock, writer, sender)
    const { assignee, ...report } = request
    if (assignee !== undefined && by.late === true)
      throw new CmuxError('FORBIDDEN', 'an agent whose process has ended assigns nothing')
    const visibility = await findVisibility(writer, by)
    // Whoever had it once may still say what came of it.
    const isOwn = (await findParts(writer, await requireTask(writer, id), by)).size > 0
    const seen = await requireTask(writer, id, isOwn ? 'all' : visibility)
    if (assignee !== undefined) await assignTask(desk, seen, assignee, by)
    if (Object.keys(report).length === 0) return
    const task = await requireTask(writer, id)
    await takeReport(desk, task, { ...report, parts: await findParts(writer, task, by) })
  })
}

interface Report extends Omit<UpdateTask, 'assignee'> {
  readonly parts: ReadonlySet<Part>
}

async function takeReport(desk: TaskDesk, task: TaskRecord, report: Report): Promise<void> {
  const { parts, result, priority } = report
  const to = report.state ?? task.state
  const verdict = decideTaskMove({ from: task.state, to, parts })
  if (verdict === 'forbidden' || verdict === 'conflict') throw refuse(task, report, verdict)
  const word = { name: desk.sender.from, says: report.state, parts }
  const late = verdict === 'move' ? undefined : describeLate(task, word)
  const note = [late, report.note].filter((part) => part !== undefined).join(': ') || null
  const kept = { ...(result !== undefined && { result }), ...(priority !== undefined && { priority }) }
  const isAssignees = parts.has('assignee')
  if (verdict !== 'note') return moveTask(desk, task, { to, note, change: kept, isAssignees })
  // Only who has it, or stands above it, can change what it says; what others bring is kept as their words.
  const isTheirs = isOpen(task) && late === undefined
  const change = isTheirs ? kept : {}
  const more = isTheirs || result === undefined || result === task.result ? [] : [result]
  const isChange = Object.entries(change).some(([key, value]) => task[key as keyof TaskRecord] !== value)
  // A change of which nobody says anything is told all the same: whoever follows the events has to see it.
  const told = isChange ? describeChange(task, change) : null
  const said = [...(note === null ? [] : [note]), ...more].join('\n') || told
  if (!isChange && (said === null || (await isRepeat(desk, task, said)))) return
  await changeTask(desk, task, change, said)
}

function describeChange(task: TaskRecord, { priority }: Pick<UpdateTask, 'priority'>): string {
  return priority === undefined || priority === task.priority
    ? 'the result was changed'
    : `priority: ${priority}`
}

async function isRepeat({ writer, sender }: TaskDesk, task: TaskRecord, note: string): Promise<boolean> {
  const history = await writer.tasks.history(task.id)
  if (history.length >= ENTRIES_MAX)
    throw new CmuxError('LIMIT_REACHED', `${task.id} has ${history.length} notes, as many as may be`, {
      hint: 'say it in the result, or by mail',
    })
  const last: TaskEntry | undefined = history.at(-1)
  return last?.actor === sender.actor && last.note === note && last.state === task.state
}

function refuse(task: TaskRecord, { state, parts }: Report, verdict: 'forbidden' | 'conflict'): CmuxError {
  const { id, assignee } = task
  if (parts.size === 0)
    return new CmuxError(
      'FORBIDDEN',
      `${id} is ${assignee === null ? 'nobody’s' : `${assignee}’s`}, not yours`,
      {
        hint: `take it with \`cmux task assign ${id} NAME\` while nobody has it`,
      },
    )
  const can = listMoves(task.state, parts).join(', ')
  const hint = can === '' ? 'add another task for what is left' : `from here you can make it ${can}`
  const why = `${id} is ${task.state} and can’t become ${state ?? task.state}`
  return verdict === 'conflict'
    ? new CmuxError('CONFLICT', why, { hint })
    : new CmuxError('FORBIDDEN', `${why} by you`, { hint })
}
