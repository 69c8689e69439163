// A fresh start in the place of an earlier conversation: with unfinished work it is told to take it up, since nobody else will
// speak to it. Where the brief stands is known from its session, or comes with this.
import { MessageId } from '../../../protocol/messages/message.ts'
import type { AgentDeps } from '../../agents/agent-deps.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'
import { SYSTEM_SENDER } from '../../mail/sender.ts'
import { writeMessage } from '../../mail/write-message.ts'
import type { StoreWriter } from '../../store.ts'
import { hasUnfinished } from '../has-unfinished.ts'

const BODY = [
  'You begin with a new conversation in the place of an earlier one, with its workspace, its tasks and its mail. A brief of where the',
  'work stands was given to you at the start, and is in current_task.md in your agent folder; the tool recall tells more. Look at what is there,',
  'and go on with what is not finished. Do nothing again that is.',
].join('\n')

export async function handOver(
  deps: Pick<AgentDeps, 'clock' | 'runtimes'>,
  writer: StoreWriter,
  record: AgentRecord,
): Promise<void> {
  // One that is told nothing at the start of its session gets all of it as mail.
  if (!deps.runtimes[record.runtime].giveContext || !(await hasUnfinished(writer, record))) return
  const id = MessageId.parse(`continuity:${record.name}:${record.id}:${record.generation}`)
  const letter = { id, to: record.name, subject: 'you take over', body: BODY }
  await writeMessage(deps, writer, letter, SYSTEM_SENDER)
}
