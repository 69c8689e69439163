// What an agent was doing when it ended for good is offered again: once. The second time a person has to look at it. One that
// comes back with its conversation keeps what it has, and is not met here.
import { agentCommand } from '../../protocol/agents/agent-verbs.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { Clock } from '../clock.ts'
import { sendNotice } from '../mail/send-notice.ts'
import { OWNER, SYSTEM_SENDER } from '../mail/sender.ts'
import type { StoreWriter } from '../store.ts'
import { changeTask } from './change-task.ts'
import { moveTask } from './move-task.ts'
import { makeTaskDesk, type TaskDesk } from './task-desk.ts'
import type { TaskRecord } from './task-record.ts'
import { takeFromAssignee } from './tell-of-task.ts'

const OFFERS_MAX = 1

export async function reofferTasks(
  { clock }: { readonly clock: Clock },
  writer: StoreWriter,
  agent: AgentRecord,
  why: string,
): Promise<void> {
  const desk = makeTaskDesk(clock, writer, SYSTEM_SENDER)
  for (const task of await writer.tasks.openOf(agent.name))
    await (task.offers < OFFERS_MAX ? offer : giveUp)(desk, task, agent, why)
}

type Step = (desk: TaskDesk, task: TaskRecord, agent: AgentRecord, why: string) => Promise<void>

const freed = ({ offers }: TaskRecord) => ({
  assignee: null,
  generation: null,
  assigner: null,
  message: null,
  offers: offers + 1,
})

const offer: Step = async (desk, task, agent, why) => {
  const { id, title } = task
  await takeFromAssignee(desk, task, 'you had ended, and it is offered to others')
  await changeTask(desk, task, { ...freed(task), state: 'submitted' }, `offered again: ${why}`)
  await desk.writer.events.append({
    type: 'task.offered_again',
    actor: 'system',
    data: { id, title, agent: agent.name, why },
  })
  await sendNotice(desk, desk.writer, {
    key: `task:${id}:${desk.at}`,
    subject: `to be done by somebody else: ${title}`,
    body: [
      `Task ${id} (${title}) was ${agent.name}’s: ${why}.`,
      'It is nobody’s now. Look at what is there before you give it away:',
      `  ${agentCommand('task show', id)}`,
      `  ${agentCommand('task assign', id, 'NAME')}`,
    ].join('\n'),
    about: agent.id,
  })
}

const giveUp: Step = async (desk, task, agent, why) => {
  const { id, title } = task
  const note = `the second agent that had it ended: ${why}`
  await moveTask(desk, task, { to: 'failed', note, change: freed(task), isAssignees: false, known: OWNER })
  await sendNotice(desk, desk.writer, {
    key: `task:${id}:${desk.at}`,
    subject: `two agents ended over a task: ${title}`,
    body: [
      `Task ${id} (${title}) is failed: ${note}.`,
      'It is not offered again by itself. When you know why, give it to somebody:',
      `  ${agentCommand('task assign', id, 'NAME')}`,
    ].join('\n'),
    about: agent.id,
    alsoOwner: true,
  })
}
