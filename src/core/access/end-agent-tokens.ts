// An agent's tokens end with its process. For a while the last ones may still say what they have to say late: see `late` of Principal.
import { timestampFromMs, type Timestamp } from '../../protocol/timestamp.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { StoreWriter } from '../store.ts'

/** Longer than a request that was under way takes, with the retries of who sent it. */
const LATE_MS = 10 * 60_000

export async function endAgentTokens(
  { tokens, events }: Pick<StoreWriter, 'tokens' | 'events'>,
  { name, generation }: Pick<AgentRecord, 'name' | 'generation'>,
  at: Timestamp,
): Promise<void> {
  const lateUntil = timestampFromMs(Date.parse(at) + LATE_MS)
  for (const { id, role, generation: of } of await tokens.ofAgent(name)) {
    // Of a start that has begun since.
    if (of !== null && of > generation) continue
    await tokens.end(id, at, lateUntil)
    await events.append({ type: 'token.revoked', actor: 'system', data: { id, role } })
  }
}
