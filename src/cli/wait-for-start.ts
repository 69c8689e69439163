// A start is over when the agent is seen doing something, or when it is clear that it does not.
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../client/make-client.ts'
import type { Agent } from '../protocol/agents/agent.ts'
import type { AgentName } from '../protocol/ids.ts'

const START_LIMIT_MS = 30_000
const LOOK_EVERY_MS = 100

/** After the limit, the agent as it is then: a first-run dialog waits as long as it likes. */
export async function waitForStart(client: Client, name: AgentName): Promise<Agent> {
  const deadlineMs = performance.now() + START_LIMIT_MS
  for (;;) {
    const agent = await client.call('GET /api/agents/:name', { params: { name } })
    if (agent.status !== 'starting' || performance.now() > deadlineMs) return agent
    await pause(LOOK_EVERY_MS)
  }
}
