// A person wants an interrupted message to be delivered after all.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { MessageId } from '../../protocol/messages/message.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Principal } from '../access/principal.ts'
import type { MailDeps } from './accept-message.ts'
import { notThere } from './ack-message.ts'
import type { MessageRecord } from './message-record.ts'
import { moveMessage } from './move-message.ts'
import { nobodyCalled } from './nobody-called.ts'

export async function sendAgain(deps: MailDeps, id: MessageId, by: Principal): Promise<MessageRecord> {
  return deps.store.write(async (writer) => {
    const message = await writer.messages.byId(id)
    if (!message) throw notThere(id)
    if (message.receipt !== 'interrupted')
      throw new CmuxError(
        'CONFLICT',
        `${id} is ${message.receipt}: only what was interrupted is sent again`,
        {
          hint: `see how far it got: \`cmux message show ${id}\``,
        },
      )
    if (message.agent === null || !(await writer.agents.byId(message.agent))) throw nobodyCalled(message.to)
    const at = timestampFromMs(deps.clock.nowMs())
    const evidence = { receipt: 'accepted', source: 'cmux', says: `${by.actor} sent it again`, at } as const
    await moveMessage(writer, message, evidence, { delivery: null, attempts: 0 })
    return (await writer.messages.byId(id)) ?? message
  })
}
