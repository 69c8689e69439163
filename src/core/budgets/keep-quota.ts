// The part of the agents' round that is about quotas of accounts: has those rest that all fail on one, and go on after.
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { MessageId } from '../../protocol/messages/message.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { hasTurn, liftPause, writePause } from '../turns/pause-agents.ts'
import { OWNER, SYSTEM_SENDER } from '../mail/sender.ts'
import { writeMessage } from '../mail/write-message.ts'
import { decideQuota, type QuotaRest } from './decide-quota.ts'
import { QUOTA_ACTOR } from '../agents/quota-actor.ts'

type Deps = Pick<AgentDeps, 'store' | 'clock' | 'budgets' | 'runtimes'>

/** Resolves with whether it has changed anything. */
export async function keepQuota(deps: Deps, records: readonly AgentRecord[]): Promise<boolean> {
  const nowMs = deps.clock.nowMs()
  const rest = decideQuota(records, { nowMs, restMs: deps.budgets.quotaRestMs })
  if (rest) await beginRest(deps, rest)
  const isOver = ({ paused }: AgentRecord) =>
    paused?.by === QUOTA_ACTOR && paused.until !== undefined && Date.parse(paused.until) <= nowMs
  const rested = records.filter(isOver)
  for (const { id } of rested)
    await deps.store.write(async (writer) => {
      const current = await writer.agents.byId(id)
      if (current && isOver(current)) await liftPause(deps, writer, current, 'system')
    })
  return rest !== undefined || rested.length > 0
}

async function beginRest(deps: Deps, { agents, all, untilMs, says, isTold }: QuotaRest): Promise<void> {
  const since = timestampFromMs(deps.clock.nowMs())
  const until = timestampFromMs(untilMs)
  const why = `the quota of its account is used up; it goes on at ${until.slice(0, 16).replace('T', ' ')} UTC`
  await deps.store.write(async (writer) => {
    for (const { id } of agents) {
      const current = await writer.agents.byId(id)
      if (!current || current.paused) continue
      const pause = { since, by: QUOTA_ACTOR, why, cutsTurn: true, holdsStarts: true, until }
      await writePause(
        writer,
        current,
        { ...pause, cutsTurn: current.quota !== null || hasTurn(current) },
        'system',
      )
    }
    if (isTold) return
    const names = agents.map(({ name }) => name)
    await writer.events.append({
      type: 'quota.breaker',
      actor: 'system',
      data: { agents: names, all, until, says },
    })
    const letter = {
      id: MessageId.parse(`notice:quota:${since}`),
      to: OWNER,
      subject: `${names.length} of ${all} agents have used up a quota`,
      body: `${names.join(', ')} fail on the quota of their accounts (${says}). They rest until ${until}; to have them go on before: \`cmux resume --all\`.`,
    }
    await writeMessage(deps, writer, letter, SYSTEM_SENDER)
  })
}
