// Sends a message, once however often it has to be tried.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { MessageId } from '../../protocol/messages/message.ts'
import { defineTool } from '../tool.ts'
import { UnsureCall } from '../unsure-call.ts'

export const sendMessage = defineTool({
  name: 'send_message',
  description:
    'Send a message to another agent by its name, or to the person by the name owner. It is kept safely, and delivered when the receiver is free. The answer is the message id.',
  audience: 'everyone',
  isReading: false,
  input: z.strictObject({
    to: z.string().describe('name of an agent (see list_agents), or owner'),
    body: z.string().min(1).describe('what you want to say'),
    subject: z.string().optional().describe('a short title'),
    id: z
      .string()
      .optional()
      .describe('only to repeat a message after an error that named its id; otherwise leave it out'),
  }),
  async call(client, { to, body, subject, id: given }) {
    // Chosen before the first try: however often it is sent, it is one message.
    const id = MessageId.parse(given ?? `msg-${randomUUID()}`)
    try {
      const sent = await client.call('POST /api/messages', { body: { id, to, body, subject } })
      return `accepted: message ${sent.id} for ${to}`
    } catch (error) {
      if (!(error instanceof UnsureCall)) throw error
      throw new Error(`${error.message}. Call send_message again with id ${id}: it is sent once at most.`, {
        cause: error,
      })
    }
  },
})
