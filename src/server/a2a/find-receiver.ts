import { JsonRpcRequestMalformedError } from '@a2a-js/sdk/errors'
import type { Client } from '../../client/make-client.ts'

/** Who is named, else the supervisor: the oldest one that is there. */
export async function findReceiver(client: Client, named: string | undefined): Promise<string> {
  if (named !== undefined) return named
  const { items } = await client.call('GET /api/agents', { query: {} })
  const supervisor = items.find(({ role, desired }) => role === 'supervisor' && desired === 'running')
  if (supervisor) return supervisor.name
  throw new JsonRpcRequestMalformedError({
    message: 'there is no supervisor: name an agent in metadata.agent, or spawn one',
  })
}
