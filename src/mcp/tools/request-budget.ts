// Asks a person for more of a budget; their yes raises it.
import { z } from 'zod'
import { ApprovalId } from '../../protocol/ids.ts'
import { makeId } from '../make-id.ts'
import { defineTool } from '../tool.ts'

const amount = z.number().optional()

export const requestBudget = defineTool({
  name: 'request_budget',
  description:
    'Ask a person for more of a budget before it is used up: they see what you ask for, and their yes raises it. It does not wait; request_approval with the id that it names does.',
  audience: 'everyone',
  isReading: false,
  input: z.strictObject({
    scope: z.string().describe('whose: agent:NAME, project:NAME, task:ID or all'),
    per: z.enum(['day', 'total']).optional().describe('which of its budgets; default: total'),
    tokens: amount.describe('so many more'),
    usd: amount,
    turns: amount,
    wallSec: amount,
    tools: amount,
    restarts: amount,
    why: z.string().describe('what it is needed for'),
  }),
  async call(client, { scope, per, why, ...more }) {
    const id = ApprovalId.parse(makeId('apr'))
    const { title } = await client.call('POST /api/budgets/requests', { body: { id, scope, per, why, more } })
    return `asked a person: ${title}. Request ${id} waits; request_approval with this id waits for the answer.`
  },
})
