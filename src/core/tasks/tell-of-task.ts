// News of a task goes by mail: each time under a number of its own, so that nothing is taken for a repeat.
import { canRead } from '../../protocol/messages/can-read.ts'
import { AgentName, type AgentId } from '../../protocol/ids.ts'
import { MessageId } from '../../protocol/messages/message.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { MessageRecord } from '../mail/message-record.ts'
import { moveMessage } from '../mail/move-message.ts'
import { OWNER, SYSTEM_SENDER, type Sender } from '../mail/sender.ts'
import { writeMessage } from '../mail/write-message.ts'
import type { StoreWriter } from '../store.ts'
import type { TaskDesk } from './task-desk.ts'
import type { TaskRecord } from './task-record.ts'

export interface TaskNews {
  readonly to: string
  readonly subject: string
  readonly body: string
  /** Whoever’s words are in the body; default: cmux itself. */
  readonly sender?: Sender
}

export async function tellOfTask(
  { clock, writer }: TaskDesk,
  task: Pick<TaskRecord, 'id'>,
  { to, subject, body, sender = SYSTEM_SENDER }: TaskNews,
): Promise<void> {
  // Read anew: several may be told of one change.
  const mails = ((await writer.tasks.byId(task.id))?.mails ?? 0) + 1
  await writer.tasks.change(task.id, { mails })
  const letter = {
    id: MessageId.parse(`task-news:${task.id}:${mails}`),
    to: await findReader(writer, to),
    subject,
    body,
  }
  await writeMessage({ clock }, writer, letter, sender)
}

/** Who is gone, or is a plain program that would take it for keys, can’t read it: then a person does. */
async function findReader(writer: StoreWriter, to: string): Promise<string> {
  const name = AgentName.safeParse(to)
  const agent = name.success ? await writer.agents.byName(name.data) : undefined
  return agent && canRead(agent) ? agent.name : OWNER
}

/** The assignee need not know any more: mail that has not reached it is withdrawn, else it is told. */
export async function takeFromAssignee(desk: TaskDesk, task: TaskRecord, says: string): Promise<void> {
  const { writer, at } = desk
  if (task.assignee === null || task.message === null) return
  const message = await writer.messages.byId(task.message)
  if (message && isUnread(message)) return withdraw(writer, message, says, at)
  const agent = await writer.agents.byName(task.assignee)
  // One that is being removed will read nothing more.
  if (!agent || agent.ending?.why === 'remove') return
  const body = `Task ${task.id} is not for you to do any more: ${says}.\n\nIt was: ${task.title}`
  await tellOfTask(desk, task, { to: task.assignee, subject: `not yours any more: ${task.title}`, body })
}

/** An agent that is removed: nobody has to hear that it was never told what it need not do. */
export async function withdrawNews(
  writer: StoreWriter,
  agent: AgentId,
  says: string,
  at: Timestamp,
): Promise<void> {
  for (const message of await writer.messages.unsettled(agent))
    if (message.trust === 'system' && message.id.startsWith('task-news:') && isUnread(message))
      await withdraw(writer, message, says, at)
}

const isUnread = ({ receipt, delivery }: MessageRecord) => receipt === 'accepted' && delivery === null

function withdraw(writer: StoreWriter, message: MessageRecord, says: string, at: Timestamp): Promise<void> {
  return moveMessage(writer, message, { receipt: 'dead', source: 'cmux', says: `withdrawn: ${says}`, at })
}
