// The rows of the route table that are about messages.
import { z } from 'zod'
import { MailLedger, Message, MessageId, MessagesQuery, SendMessage, SentMessage } from './message.ts'

const PEOPLE = ['owner', 'human'] as const
const READERS = ['owner', 'human', 'observer'] as const
const SENDERS = ['owner', 'human', 'agent'] as const
const EVERYONE_INSIDE = ['owner', 'human', 'observer', 'agent'] as const

/** A body of 1 MiB may be six times as long in JSON. */
const MESSAGE_MAX_BYTES = 8 * 1024 * 1024

export const MESSAGE_ROUTES = {
  'POST /api/messages': {
    summary: 'Sends a message; the same id again gets the first answer',
    access: SENDERS,
    body: SendMessage,
    bodyMaxBytes: MESSAGE_MAX_BYTES,
    answer: SentMessage,
    status: 201,
  },
  'GET /api/messages': {
    summary: 'Messages to and from one, or between two, in order; bodies are cut to their beginning',
    access: EVERYONE_INSIDE,
    query: MessagesQuery,
    answer: z.object({ items: z.array(Message), next: z.string().nullable(), unread: z.number().int() }),
  },
  'GET /api/messages/:id': {
    summary: 'One message whole, with its receipt and the evidence for it',
    access: EVERYONE_INSIDE,
    params: z.strictObject({ id: MessageId }),
    answer: Message,
  },
  'POST /api/messages/:id/ack': {
    summary: 'Its receiver has it',
    access: SENDERS,
    params: z.strictObject({ id: MessageId }),
    answer: Message,
  },
  'POST /api/messages/:id/send-again': {
    summary: 'Has an interrupted message delivered again',
    access: PEOPLE,
    params: z.strictObject({ id: MessageId }),
    answer: Message,
  },
  'GET /api/ledger': {
    summary: 'How many messages are where',
    access: READERS,
    answer: MailLedger,
  },
} as const
