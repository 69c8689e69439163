// What somebody says by A2A, as the task that it becomes, or as what is added to one.
import { createHash } from 'node:crypto'
import type { Message as A2aMessage, SendMessageRequest } from '@a2a-js/sdk'
import { JsonRpcContentTypeNotSupportedError } from '@a2a-js/sdk/errors'
import { z } from 'zod'
import { splitLines, toOneLine } from '../../lib/quote-lines.ts'
import { TaskId } from '../../protocol/ids.ts'
import { MessageId } from '../../protocol/messages/message.ts'

export interface Letter {
  readonly id: MessageId
  /** The task that it is about; null begins one. */
  readonly task: TaskId | null
  readonly title: string
  readonly body: string
  /** Whom the sender names. */
  readonly agent: string | undefined
}

const TITLE_MAX_CHARS = 200
const Named = z.object({ agent: z.string() }).partial()

export function readLetter({ message, metadata }: SendMessageRequest): Letter {
  const { messageId, parts = [], taskId, metadata: own } = message ?? {}
  const agent = Named.safeParse(own).data?.agent ?? Named.safeParse(metadata).data?.agent
  const body = parts.map(readPart).join('\n\n')
  return {
    id: MessageId.parse(messageId),
    task: taskId ? TaskId.parse(taskId) : null,
    title: titleOf(body),
    body,
    agent,
  }
}

function readPart({ content }: A2aMessage['parts'][number]): string {
  if (content?.$case === 'text' || content?.$case === 'url') return content.value
  if (content?.$case === 'data') return JSON.stringify(content.value, undefined, 2)
  throw new JsonRpcContentTypeNotSupportedError({ message: 'send text, data or an address; not a file' })
}

function titleOf(body: string): string {
  const first = splitLines(body).find((line) => line.trim() !== '') ?? 'without words'
  return toOneLine(first.replaceAll('\t', ' ')).slice(0, TITLE_MAX_CHARS).trim()
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const ID_DIGITS = 26

/** Sent again after a lost answer, it is the same task; another sender's is another. */
export function taskIdOf({ id }: Letter, actor: string): TaskId {
  const hash = createHash('sha256').update(`${actor}\0${id}`).digest()
  const digits = Array.from(hash.subarray(0, ID_DIGITS), (byte) => DIGITS.charAt(byte % DIGITS.length))
  return TaskId.parse(`tsk_${digits.join('')}`)
}
