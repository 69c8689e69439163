// A program outside tells of an event: it comes to the supervisor of the project that it names, by the same mail as everything else.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { ProjectName } from '../../protocol/ids.ts'
import { MessageId } from '../../protocol/messages/message.ts'
import type { StoreWriter } from '../store.ts'
import type { MailDeps } from './accept-message.ts'
import { chooseAnySupervisor, chooseSupervisor } from './choose-supervisor.ts'
import { OWNER, type Sender } from './sender.ts'
import { writeMessage, type Written } from './write-message.ts'

export interface WebhookCall {
  readonly source: string
  readonly payload: unknown
  /** The sender's own number for it. */
  readonly delivery: string | null
  readonly project: ProjectName | null
}

export async function receiveWebhook(deps: MailDeps, call: WebhookCall, actor: string): Promise<Written> {
  const { source, payload, delivery, project } = call
  const from = `webhook:${source}`
  const sender: Sender = { from, trust: 'outside', actor }
  const id = delivery === null ? deps.entropy.id('msg') : MessageId.parse(`${from}:${delivery}`)
  const body = JSON.stringify(payload, null, 2) ?? 'null'
  return deps.store.write(async (writer) => {
    // To whom it went the first time, whoever is there now.
    const known = await writer.messages.byId(id)
    const to = known?.to ?? (await chooseReader(writer, project)) ?? OWNER
    return writeMessage(deps, writer, { id, to, subject: `an event from ${source}`, body }, sender)
  })
}

async function chooseReader({ agents, projects }: StoreWriter, project: ProjectName | null) {
  if (project === null) return chooseAnySupervisor(await agents.all())
  if (!(await projects.byName(project)))
    throw new CmuxError('NOT_FOUND', `there is no project ${project}`, { hint: 'see `cmux project list`' })
  return chooseSupervisor(await agents.all(), null, project)
}
