import { z } from 'zod'
import { AgentName } from '../../protocol/ids.ts'
import { defineTool } from '../tool.ts'

export const interruptAgent = defineTool({
  name: 'interrupt_agent',
  description:
    'End the turn of an agent of your team. It keeps running and waits. The message that it was working on is not given to it again: send a new one that says how to go on.',
  audience: 'supervisors',
  isReading: false,
  input: z.strictObject({ name: AgentName.describe('its name') }),
  async call(client, { name }) {
    await client.call('POST /api/agents/:name/interrupt', { params: { name } })
    return `the turn of ${name} is interrupted`
  },
})
