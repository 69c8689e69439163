// A new start for an agent that went in circles or lost its tools.
import { z } from 'zod'
import { AgentName } from '../../protocol/ids.ts'
import { defineTool } from '../tool.ts'

export const restartAgent = defineTool({
  name: 'restart_agent',
  description:
    'End the program of an agent of your team and start it again, with its conversation. Its work and its messages stay.',
  audience: 'supervisors',
  isReading: false,
  input: z.strictObject({
    name: AgentName.describe('its name'),
    fresh: z
      .boolean()
      .default(false)
      .describe('begin a new conversation, with a brief of where the work stands'),
  }),
  async call(client, { name, fresh }) {
    await client.call('POST /api/agents/:name/restart', { params: { name }, body: { fresh } })
    return `${name} restarts ${fresh ? 'with a new conversation' : 'with its conversation'}`
  },
})
