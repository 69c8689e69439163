// How long agents were seen at work: written down when one stops working, and once a minute while it goes on.
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { Clock } from '../clock.ts'
import type { Store, StoreWriter } from '../store.ts'
import { charge } from './charge.ts'

const EVERY_MS = 60_000
/** What nobody saw is not counted: a server that was away for a night knows nothing of it. */
const SPAN_MAX_MS = 2 * EVERY_MS

export async function clockWork(writer: StoreWriter, record: AgentRecord, nowMs: number): Promise<void> {
  const { name, status, clockedAt } = record
  if (status !== 'working' || clockedAt === null) return
  const ms = Math.min(SPAN_MAX_MS, Math.max(0, nowMs - Date.parse(clockedAt)))
  await writer.agents.change(record.id, { clockedAt: timestampFromMs(nowMs) })
  if (ms === 0) return
  await charge(writer, record, {
    counts: { wallMs: ms },
    event: (task) => ({ type: 'usage.clocked', actor: 'system', data: { agent: name, ms, task } }),
  })
}

export async function clockLongWork(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  records: readonly AgentRecord[],
): Promise<void> {
  const nowMs = clock.nowMs()
  const isDue = ({ status, clockedAt }: AgentRecord) =>
    status === 'working' && (clockedAt === null || nowMs - Date.parse(clockedAt) >= EVERY_MS)
  const due = records.filter(isDue)
  if (due.length === 0) return
  await store.write(async (writer) => {
    for (const { id } of due) {
      const record = await writer.agents.byId(id)
      if (!record || !isDue(record)) continue
      // Seen at work by a release that did not count: it counts from now on.
      if (record.clockedAt === null) await writer.agents.change(id, { clockedAt: timestampFromMs(nowMs) })
      else await clockWork(writer, record, nowMs)
    }
  })
}
