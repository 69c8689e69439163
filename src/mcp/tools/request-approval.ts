// Asks a person, and waits for their answer as long as a tool may; asked again with the same id, it waits on.
import { z } from 'zod'
import type { Client } from '../../client/make-client.ts'
import type { Approval } from '../../protocol/approvals/approval.ts'
import { ApprovalId } from '../../protocol/ids.ts'
import { makeId } from '../make-id.ts'
import { defineTool } from '../tool.ts'

/** Agents' programs give a tool a minute. */
const PATIENCE_MS = 45_000
const WAIT_MAX_SEC = 20

export const requestApproval = defineTool({
  name: 'request_approval',
  description:
    'Ask a person for a yes before you do something that you should not decide alone. It waits for the answer for a while; when there is none yet, call it again with the id that it names, or go on with something else. Only "approved" is a yes.',
  audience: 'everyone',
  isReading: false,
  input: z.strictObject({
    title: z.string().optional().describe('one line: what you want to do'),
    content: z.string().optional().describe('exactly what you want to do: the command, the text, the diff'),
    why: z.string().optional().describe('why it is needed'),
    risk: z.enum(['low', 'medium', 'high']).optional(),
    id: z.string().optional().describe('of a request that you made before, to wait for its answer'),
  }),
  async call(client, { id, title, content, why, risk }) {
    if (id !== undefined) return waitFor(client, ApprovalId.parse(id))
    if (title === undefined || content === undefined)
      throw new Error('title and content say what is asked for; id names a request that was made before')
    const asked = { id: ApprovalId.parse(makeId('apr')), title, content, why, risk }
    await client.call('POST /api/approvals', { body: asked })
    return waitFor(client, asked.id)
  },
})

async function waitFor(client: Client, id: ApprovalId): Promise<string> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const leftSec = Math.floor((end - performance.now()) / 1000)
    const wait = Math.max(0, Math.min(WAIT_MAX_SEC, leftSec))
    const request = await client.call('GET /api/approvals/:id', { params: { id }, query: { wait } })
    if (request.state !== 'waiting') return describe(request)
    if (leftSec <= 0)
      return `no answer yet: request ${id} waits for a person. Call request_approval with this id to wait on.`
  }
}

function describe({ id, state, decision, ended }: Approval): string {
  if (!decision) return `${state}: request ${id}: ${ended?.why ?? ''}. This is no yes.`
  const reason = decision.reason === null ? '' : `: ${decision.reason}`
  return `${state === 'denied' ? 'denied' : 'approved'} by ${decision.by}${reason} (request ${id})`
}
