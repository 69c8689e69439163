import { z } from 'zod'
import { MessageId } from '../../protocol/messages/message.ts'
import { defineTool } from '../tool.ts'

export const ackMessage = defineTool({
  name: 'ack_message',
  description:
    'Confirm that you have read a message that was sent to you and dealt with it, or will. It is then no longer unread.',
  audience: 'everyone',
  isReading: false,
  input: z.strictObject({ id: MessageId.describe('the message id') }),
  async call(client, { id }) {
    await client.call('POST /api/messages/:id/ack', { params: { id } })
    return `confirmed: message ${id}`
  },
})
