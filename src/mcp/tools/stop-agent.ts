import { z } from 'zod'
import { AgentName } from '../../protocol/ids.ts'
import { defineTool } from '../tool.ts'

export const stopAgent = defineTool({
  name: 'stop_agent',
  description:
    'End the program of an agent of your team. It stays registered with its work and its conversation, and a person can start it again.',
  audience: 'supervisors',
  isReading: false,
  input: z.strictObject({ name: AgentName.describe('its name') }),
  async call(client, { name }) {
    await client.call('POST /api/agents/:name/stop', { params: { name } })
    return `asked ${name} to stop`
  },
})
