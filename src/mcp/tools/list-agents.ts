// Who is in the team.
import { z } from 'zod'
import type { Agent } from '../../protocol/agents/agent.ts'
import { ProjectName } from '../../protocol/ids.ts'
import { defineTool } from '../tool.ts'

export const listAgents = defineTool({
  name: 'list_agents',
  description: 'Who is in the team: names, roles, projects, what each is doing right now and what it is for.',
  audience: 'everyone',
  isReading: true,
  input: z.strictObject({ project: ProjectName.optional().describe('only agents of this project') }),
  async call(client, { project }) {
    const { items } = await client.call('GET /api/agents', { query: { project } })
    return JSON.stringify(items.map(describe), undefined, 1)
  },
})

/** What helps to choose whom to ask; processes and folders are nobody else's business. */
function describe({ name, role, runtime, project, status, statusSince, purpose }: Agent) {
  return { name, role, runtime, project, status, statusSince, purpose }
}
