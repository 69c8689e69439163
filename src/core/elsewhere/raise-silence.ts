// The silence of an agent elsewhere as an alert: one for each time that it goes silent, over when it speaks again.
import { SILENT_ALERT } from '../../protocol/alerts/alert.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { markSeen } from '../alerts/mark-seen.ts'
import { raiseAlerts, type AlertDeps } from '../alerts/raise-alerts.ts'
import type { StoreWriter } from '../store.ts'

type Silent = Pick<AgentRecord, 'id' | 'name' | 'project'>

/** `since`: when it was last heard of. */
const matterOf = ({ id }: Pick<Silent, 'id'>, since: Timestamp) => `${SILENT_ALERT} ${id} ${since}`

export async function raiseSilence(
  deps: AlertDeps,
  writer: StoreWriter,
  agent: Silent,
  { since, limitSec }: { readonly since: Timestamp; readonly limitSec: number },
): Promise<void> {
  const { name, project } = agent
  const noticed = {
    kind: SILENT_ALERT,
    matter: matterOf(agent, since),
    project,
    title: `${name} runs elsewhere and is silent`,
    where: null,
    count: 1,
    lines: [`${name} was last heard of at ${since}; silent for more than ${limitSec} s is too long`],
  }
  await raiseAlerts(deps, writer, [noticed], null)
}

export async function settleSilence(
  writer: StoreWriter,
  agent: Pick<Silent, 'id'>,
  { since, at }: { readonly since: Timestamp; readonly at: Timestamp },
): Promise<void> {
  const alert = await writer.alerts.lastOn(matterOf(agent, since))
  if (alert) await markSeen(writer, alert, 'system', at)
}
