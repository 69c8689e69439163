// A task gets to another state, and what follows from it: others can begin or learn that they can't, children end with their
// parent, and those whom it concerns are told.
import { agentCommand } from '../../protocol/agents/agent-verbs.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { TASK_PRIORITIES } from '../../protocol/tasks/task-priorities.ts'
import { isOpen, type TaskState } from '../../protocol/tasks/task.ts'
import { changeTask } from './change-task.ts'
import { composeTaskNews } from './compose-task-mail.ts'
import { handOver } from './hand-over.ts'
import type { TaskDesk } from './task-desk.ts'
import type { TaskChange, TaskRecord } from './task-record.ts'
import { takeFromAssignee, tellOfTask } from './tell-of-task.ts'

export interface TaskMove {
  readonly to: TaskState
  readonly note: string | null
  readonly change?: TaskChange
  /** The one who has it says so itself, and need not be told. */
  readonly isAssignees: boolean
  /** Who knows already; default: whoever does it. */
  readonly known?: string
}

export async function moveTask(desk: TaskDesk, task: TaskRecord, move: TaskMove): Promise<void> {
  const { to, note, change, isAssignees, known = desk.sender.from } = move
  if (to === 'completed') await requireNoOpenChildren(desk, task)
  if (!isAssignees && !isOpen({ state: to })) {
    const says = note === null ? `it is ${to}` : `it is ${to}: ${firstLine(note)}`
    await takeFromAssignee(desk, task, says)
  }
  const moved = await changeTask(desk, task, { ...change, state: to }, note)
  if (TOLD.has(to) && task.createdBy !== known) {
    const body = composeTaskNews(moved, [note, moved.result].filter(Boolean).join('\n\n'))
    await tellOfTask(desk, task, {
      to: task.createdBy,
      subject: `${to}: ${task.title}`,
      body,
      sender: desk.sender,
    })
  }
  if (ASKING.has(task.state) && to === 'working' && !isAssignees) await tellAnswer(desk, moved, note)
  if (to === 'canceled') await cancelChildren(desk, task)
  if (to === 'completed') await handOverDependents(desk, task)
  else if (!isOpen(moved)) await warnDependents(desk, moved)
}

/** States in which whoever wanted it has something to do or to know. */
const TOLD: ReadonlySet<TaskState> = new Set([
  'completed',
  'failed',
  'canceled',
  'rejected',
  'input-required',
  'auth-required',
])

/** States in which the assignee waits for somebody's word. */
const ASKING: ReadonlySet<TaskState> = new Set(['input-required', 'auth-required'])

async function tellAnswer(desk: TaskDesk, task: TaskRecord, answer: string | null): Promise<void> {
  if (task.assignee === null) return
  await tellOfTask(desk, task, {
    to: task.assignee,
    subject: `go on: ${task.title}`,
    body: composeTaskNews(task, answer ?? ''),
    sender: desk.sender,
  })
}

async function requireNoOpenChildren({ writer }: TaskDesk, { id }: TaskRecord): Promise<void> {
  const open = (await writer.tasks.childrenOf(id)).filter(isOpen)
  if (open.length === 0) return
  const names = open.map((child) => `${child.id} (${child.title})`).join(', ')
  throw new CmuxError('CONFLICT', `${id} has children that are not done: ${names}`, {
    hint: 'complete or cancel them first',
  })
}

async function cancelChildren(desk: TaskDesk, parent: TaskRecord): Promise<void> {
  const children = await desk.writer.tasks.childrenOf(parent.id)
  const note = `${parent.id}, of which it is a part, was canceled`
  for (const child of children.filter(isOpen))
    await moveTask(desk, child, { to: 'canceled', note, isAssignees: false })
}

async function handOverDependents(desk: TaskDesk, { id }: TaskRecord): Promise<void> {
  const dependents = await desk.writer.tasks.dependentsOf(id)
  for (const dependent of dependents.toSorted((a, b) => rank(b) - rank(a))) await handOver(desk, dependent.id)
}

const rank = ({ priority }: TaskRecord) => TASK_PRIORITIES.indexOf(priority)

/** They wait on: what failed can be tried again. But somebody has to decide it. */
async function warnDependents(desk: TaskDesk, { id, state, title }: TaskRecord): Promise<void> {
  for (const dependent of (await desk.writer.tasks.dependentsOf(id)).filter(isOpen)) {
    const note = `it waits for ${id} (${title}), which is ${state}`
    await changeTask(desk, dependent, {}, note)
    await tellOfTask(desk, dependent, {
      to: dependent.createdBy,
      subject: `waits in vain: ${dependent.title}`,
      body: [
        `Task ${dependent.id} can’t begin: ${note}.`,
        '',
        `To try that one again: ${agentCommand('task assign', id, 'NAME')}`,
        `To give this one up: ${agentCommand('task cancel', dependent.id)}`,
      ].join('\n'),
    })
  }
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? ''
