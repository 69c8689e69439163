// An assignment arrives as mail, in the name of whoever assigned it: at once, or when the last task that it waits for is
// completed, in the same transaction.
import { MessageId } from '../../protocol/messages/message.ts'
import { isOpen } from '../../protocol/tasks/task.ts'
import { writeMessage } from '../mail/write-message.ts'
import { composeTaskMail } from './compose-task-mail.ts'
import type { TaskDesk } from './task-desk.ts'
import type { TaskRecord } from './task-record.ts'

/** Does nothing while there is nobody to hand it to, or something to wait for. */
export async function handOver({ clock, writer, sender }: TaskDesk, id: TaskRecord['id']): Promise<void> {
  const task = await writer.tasks.byId(id)
  if (!task || !isOpen(task) || task.message !== null || task.waitsFor.length > 0) return
  const { assignee, assigner, title } = task
  if (assignee === null || assigner === null) return
  const mails = task.mails + 1
  const letter = {
    id: MessageId.parse(`task:${id}:${mails}`),
    to: assignee,
    subject: title,
    body: composeTaskMail(task),
  }
  const { message } = await writeMessage({ clock }, writer, letter, assigner)
  const generation = (await writer.agents.byName(assignee))?.generation ?? null
  await writer.tasks.change(id, { mails, message: message.id, generation })
  const data = { id, assignee, message: message.id }
  await writer.events.append({ type: 'task.handed_over', actor: sender.actor, data })
}
