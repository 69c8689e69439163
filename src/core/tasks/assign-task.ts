// Gives a task to an agent, or takes it away. People and supervisors may; any agent may take what nobody has.
import { canRead } from '../../protocol/messages/can-read.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { AgentName } from '../../protocol/ids.ts'
import { isOpen } from '../../protocol/tasks/task.ts'
import { findVisibility, isVisible, requireVisible } from '../access/find-visibility.ts'
import type { Principal } from '../access/principal.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { StoreWriter } from '../store.ts'
import { changeTask } from './change-task.ts'
import { handOver } from './hand-over.ts'
import type { TaskDesk } from './task-desk.ts'
import type { TaskRecord } from './task-record.ts'
import { takeFromAssignee } from './tell-of-task.ts'

export async function assignTask(
  desk: TaskDesk,
  task: TaskRecord,
  to: AgentName | null,
  by: Principal,
): Promise<void> {
  await requireMayAssign(desk.writer, task, to, by)
  const agent = to === null ? null : await findAssignee(desk.writer, to)
  requireVisible(await findVisibility(desk.writer, by), agent?.project ?? null, `${to}`)
  // Asked once more after a lost answer.
  if (isOpen(task) && task.assignee === to) return
  if (task.state === 'completed')
    throw new CmuxError('CONFLICT', `${task.id} is completed`, { hint: 'add another task for what is left' })
  const now = to === null ? 'it is nobody’s for now' : `it is ${to}’s now`
  if (isOpen(task)) await takeFromAssignee(desk, task, now)
  const change = {
    assignee: to,
    generation: agent?.generation ?? null,
    assigner: to === null ? null : desk.sender,
    message: null,
    state: 'submitted',
    // Somebody has decided anew that it is worth trying.
    ...(!isOpen(task) && { offers: 0, result: null }),
  } as const
  await changeTask(desk, task, change, null)
  await handOver(desk, task.id)
}

async function requireMayAssign(
  { agents }: StoreWriter,
  task: Pick<TaskRecord, 'id' | 'assignee' | 'state' | 'project'>,
  to: AgentName | null,
  by: Principal,
): Promise<void> {
  if (by.agent === null) return
  const takesFree = to === by.agent && (task.assignee === null || task.assignee === to) && isOpen(task)
  const isSupervisor = (await agents.byName(by.agent))?.role === 'supervisor'
  const isHere = isVisible(await findVisibility({ agents }, by), task.project)
  if (takesFree || (isSupervisor && isHere)) return
  throw new CmuxError('FORBIDDEN', `${by.agent} is no supervisor, and can’t assign ${task.id}`, {
    hint: 'take a task that nobody has, or ask your supervisor by mail',
  })
}

async function findAssignee({ agents }: StoreWriter, name: AgentName): Promise<AgentRecord> {
  const agent = await agents.byName(name)
  if (!agent) throw new CmuxError('NOT_FOUND', `there is no agent ${name}`, { hint: 'see `cmux agent list`' })
  // It would take the text for commands.
  if (!canRead(agent))
    throw new CmuxError('CONFLICT', `${name} is a plain program: it can’t read a task`, {
      hint: 'assign it to an agent that can read',
    })
  return agent
}
