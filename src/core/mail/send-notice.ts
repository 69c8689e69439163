// What cmux itself has to say goes by mail, too: to the project's supervisor, else to one that has no project, else to the owner.
import type { AgentId, ProjectName } from '../../protocol/ids.ts'
import { MessageId } from '../../protocol/messages/message.ts'
import type { Clock } from '../clock.ts'
import type { StoreWriter } from '../store.ts'
import { chooseSupervisor } from './choose-supervisor.ts'
import type { MessageRecord } from './message-record.ts'
import { OWNER, SYSTEM_SENDER } from './sender.ts'
import { writeMessage } from './write-message.ts'

export interface NoticeDeps {
  readonly clock: Clock
}

export interface Notice {
  /** Short, without spaces. The same notice is sent once, however often it is asked for. */
  readonly key: string
  readonly subject: string
  readonly body: string
  /** Whose trouble it is: nobody is told of their own, and their project's supervisor comes first. */
  readonly about: AgentId | null
  /** Whose supervisor comes first, when it is about no agent; null: that of no project. */
  readonly project?: ProjectName | null
  /** A person is to know whatever the supervisor does. */
  readonly alsoOwner?: boolean
}

export async function sendNotice(
  deps: NoticeDeps,
  writer: StoreWriter,
  notice: Notice,
): Promise<MessageRecord[]> {
  const supervisor = chooseSupervisor(await writer.agents.all(), notice.about, notice.project)
  const receivers = supervisor ? [supervisor, ...(notice.alsoOwner ? [OWNER] : [])] : [OWNER]
  const sent: MessageRecord[] = []
  for (const to of receivers) {
    const id = MessageId.parse(`notice:${notice.key}:${to}`)
    const known = await writer.messages.byId(id)
    if (known) continue
    const { subject, body } = notice
    const { message } = await writeMessage(deps, writer, { id, to, subject, body }, SYSTEM_SENDER)
    sent.push(message)
  }
  return sent
}
