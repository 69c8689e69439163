// Something outside tells of an event: it comes to the supervisor by the same mail as everything else.
import { MessageId } from '../../protocol/message.ts'
import type { MailDeps } from './accept-message.ts'
import { chooseSupervisor } from './choose-supervisor.ts'
import { OWNER, type Sender } from './sender.ts'
import { writeMessage, type Written } from './write-message.ts'

export interface WebhookCall {
  readonly source: string
  readonly payload: unknown
  /** The sender's own number for it. */
  readonly delivery: string | null
}

export async function receiveWebhook(deps: MailDeps, call: WebhookCall, actor: string): Promise<Written> {
  const { source, payload, delivery } = call
  const from = `webhook:${source}`
  const sender: Sender = { from, trust: 'outside', actor }
  const id = delivery === null ? deps.entropy.id('msg') : MessageId.parse(`${from}:${delivery}`)
  const body = JSON.stringify(payload, null, 2) ?? 'null'
  return deps.store.write(async (writer) => {
    // To whom it went the first time, whoever is there now.
    const known = await writer.messages.byId(id)
    const to = known?.to ?? chooseSupervisor(await writer.agents.all(), null) ?? OWNER
    return writeMessage(deps, writer, { id, to, subject: `an event from ${source}`, body }, sender)
  })
}
