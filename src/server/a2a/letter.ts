// Messages of A2A, read and written.
import { randomUUID } from 'node:crypto'
import { Role, type Message as A2aMessage, type SendMessageRequest } from '@a2a-js/sdk'
import { JsonRpcContentTypeNotSupportedError } from '@a2a-js/sdk/errors'
import { z } from 'zod'
import { MessageId } from '../../protocol/message.ts'

export interface Letter {
  /** The sender's own, so that sending again after a lost answer is harmless. */
  readonly id: MessageId
  readonly body: string
  /** Whom the sender names. */
  readonly agent: string | undefined
  readonly contextId: string
}

const Named = z.object({ agent: z.string() }).partial()

export function readLetter({ message, metadata }: SendMessageRequest): Letter {
  const { messageId, parts = [], contextId, metadata: own } = message ?? {}
  const id = MessageId.parse(messageId)
  const agent = Named.safeParse(own).data?.agent ?? Named.safeParse(metadata).data?.agent
  return { id, body: parts.map(readPart).join('\n\n'), agent, contextId: contextId || randomUUID() }
}

function readPart({ content }: A2aMessage['parts'][number]): string {
  if (content?.$case === 'text') return content.value
  if (content?.$case === 'url') return content.value
  if (content?.$case === 'data') return JSON.stringify(content.value, undefined, 2)
  throw new JsonRpcContentTypeNotSupportedError({ message: 'send text, data or an address; not a file' })
}

export function composeAnswer({ contextId }: Letter, text: string): A2aMessage {
  return {
    messageId: randomUUID(),
    contextId,
    taskId: '',
    role: Role.ROLE_AGENT,
    parts: [{ content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: '' }],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  }
}
