// Takes a task from whoever has one, once per id.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { AgentName, ProjectName, TaskId } from '../../protocol/ids.ts'
import { isOpen, type AddTask } from '../../protocol/tasks/task.ts'
import { findVisibility, requireVisible, type Visibility } from '../access/find-visibility.ts'
import type { Principal } from '../access/principal.ts'
import { senderOf } from '../mail/sender.ts'
import type { StoreWriter } from '../store.ts'
import { assignTask } from './assign-task.ts'
import { requireTask } from './require-task.ts'
import { makeTaskDesk, type TaskDeps, type TaskDesk } from './task-desk.ts'
import type { TaskRecord } from './task-record.ts'

/** An agent that makes tasks in a loop is stopped here. */
const OPEN_TASKS_MAX = 10_000

export interface AddedTask {
  readonly id: TaskId
  readonly isNew: boolean
}

export async function addTask(deps: TaskDeps, request: AddTask, by: Principal): Promise<AddedTask> {
  const sender = senderOf(by, undefined)
  const id = request.id ?? deps.entropy.id('tsk')
  return deps.store.write(async (writer) => {
    const known = await writer.tasks.byId(id)
    if (known)
      return {
        id: requireSame(known, { ...request, title: writer.mask.text(request.title) }, sender.from),
        isNew: false,
      }
    if ((await writer.tasks.countOpen()) >= OPEN_TASKS_MAX)
      throw new CmuxError('LIMIT_REACHED', `${OPEN_TASKS_MAX} tasks are open, as many as may be`, {
        hint: 'complete or cancel some (`cmux task list`)',
      })
    const desk = makeTaskDesk(deps.clock, writer, sender)
    const task = await insert(desk, await planTask(desk, request, id, by))
    if (request.assignee !== undefined) await assignTask(desk, task, request.assignee, by)
    return { id, isNew: true }
  })
}

/** An id that means two things would lose one of them. */
function requireSame(known: TaskRecord, { title, body }: AddTask, from: string): TaskId {
  if (known.title === title && known.body === body && known.createdBy === from) return known.id
  throw new CmuxError('CONFLICT', `the id ${known.id} was used for another task`, {
    hint: 'give each task an id of its own, or none',
  })
}

async function planTask(
  { writer, sender, at }: TaskDesk,
  request: AddTask,
  id: TaskId,
  by: Principal,
): Promise<Omit<TaskRecord, 'seq'>> {
  const visibility = await findVisibility(writer, by)
  const parent = request.parent === undefined ? null : await requireTask(writer, request.parent, visibility)
  if (parent && !isOpen(parent))
    throw new CmuxError('CONFLICT', `${parent.id} is ${parent.state}: it gets no more children`)
  const after = [...new Set(request.after)]
  for (const needed of after) await requireHopeful(writer, needed, visibility)
  const project = await findProject(writer, request, parent, by)
  requireVisible(visibility, project, `a task of ${project}`)
  const { title, body, priority } = request
  return {
    id,
    title,
    body,
    state: 'submitted',
    priority,
    project,
    parent: parent?.id ?? null,
    after,
    waitsFor: [],
    parts: { all: 0, done: 0 },
    assignee: null,
    generation: null,
    assigner: null,
    message: null,
    mails: 0,
    offers: 0,
    result: null,
    createdBy: sender.from,
    createdAt: at,
    updatedAt: at,
  }
}

/** What waits for it would wait for ever. */
async function requireHopeful(writer: StoreWriter, id: TaskId, visibility: Visibility): Promise<void> {
  const needed = await requireTask(writer, id, visibility)
  if (isOpen(needed) || needed.state === 'completed') return
  throw new CmuxError('CONFLICT', `after: ${id} is ${needed.state}`, {
    hint: `try that one again first (\`cmux task assign ${id} NAME\`), or leave it out`,
  })
}

async function findProject(
  { projects, agents }: StoreWriter,
  request: AddTask,
  parent: TaskRecord | null,
  by: Principal,
): Promise<ProjectName | null> {
  const { project, assignee } = request
  if (project !== undefined && !(await projects.byName(project)))
    throw new CmuxError('NOT_FOUND', `there is no project ${project}`, { hint: 'see `cmux project list`' })
  const projectOf = async (name: AgentName | null) => name && (await agents.byName(name))?.project
  return (
    project ?? parent?.project ?? (await projectOf(assignee ?? null)) ?? (await projectOf(by.agent)) ?? null
  )
}

async function insert({ writer, sender, at }: TaskDesk, plan: Omit<TaskRecord, 'seq'>): Promise<TaskRecord> {
  const { id, title, project, parent, after } = plan
  const data = { id, title, project, parent, after: [...after] }
  const { seq } = await writer.events.append({ type: 'task.added', actor: sender.actor, data })
  const task = { ...plan, seq }
  await writer.tasks.insert(task)
  const entry = { at, actor: sender.actor, state: task.state, assignee: null, note: 'added' }
  await writer.tasks.addEntry(id, entry)
  return task
}
