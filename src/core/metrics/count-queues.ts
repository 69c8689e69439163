// How much waits: mail on its way to agents, notices on their way out, people's decisions, and changes under way.
import type { MetricSample } from '../../protocol/machine/metrics.ts'
import { UNDER_WAY } from '../improve/run-change.ts'
import type { StoreReader } from '../store.ts'

export async function countQueues(reader: StoreReader): Promise<MetricSample['queues']> {
  const { onTheWay } = await reader.messages.counts()
  let notices = 0
  for (const { name } of await reader.notices.channels())
    notices += await reader.notices.count(name, 'waiting')
  return {
    mail: onTheWay,
    notices,
    approvals: await reader.approvals.countWaiting(),
    changes: (await reader.changes.inStates([...UNDER_WAY, 'reviewing'])).length,
  }
}
