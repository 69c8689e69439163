// Where a long body is put, so that the agent can read it.
import type { AgentName } from '../../protocol/ids.ts'
import type { MessageId } from '../../protocol/messages/message.ts'

export interface MailFiles {
  /** The same path for the same message. */
  keep(agent: AgentName, message: MessageId, body: string): Promise<string>
}
