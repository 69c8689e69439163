// An agent as the outside sees it.
import type { Agent, AgentCard } from '../../protocol/agents/agent.ts'
import type { Elsewhere } from '../elsewhere/elsewhere.ts'
import type { Store } from '../store.ts'
import type { AgentRecord, Pause } from './agent-record.ts'
import { isInCheckout } from './is-in-checkout.ts'
import type { AgentRole } from './role-shelf.ts'

export async function describeAgents(store: Store, records: readonly AgentRecord[]): Promise<Agent[]> {
  // One question for all of them: a list is asked for often.
  const usage = await store.read.agents.usage()
  return records.map((record) => describe(record, usage.get(record.id)))
}

export async function describeAgent(store: Store, record: AgentRecord): Promise<Agent> {
  const usage = await store.read.agents.usage(record.id)
  return describe(record, usage.get(record.id))
}

const NOTHING_USED: Agent['usage'] = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }

function describe(record: AgentRecord, usage: Agent['usage'] = NOTHING_USED): Agent {
  return {
    id: record.id,
    name: record.name,
    role: record.role,
    runtime: record.runtime,
    project: record.project,
    status: record.status,
    statusSince: record.statusSince,
    movedAt: record.movedAt,
    evidence: [...record.evidence],
    desired: record.desired,
    paused: record.paused && describePaused(record.paused),
    generation: record.generation,
    pane: record.pane,
    pid: record.pid,
    conversation: record.session,
    folder: record.folder,
    workspace: record.workspace,
    branch: record.branch,
    inCheckout: isInCheckout(record),
    model: record.model,
    purpose: record.purpose,
    createdBy: record.createdBy,
    createdAt: record.createdAt,
    startedAt: record.startedAt,
    confined: record.confinement?.confined ?? false,
    unconfined: record.confinement?.why ?? null,
    network: record.confinement?.network ?? null,
    elsewhere: record.elsewhere && describeElsewhere(record.elsewhere),
    usage,
  }
}

function describeElsewhere({ silentMs, beat, upSince, silence }: Elsewhere): Agent['elsewhere'] {
  const silentSince = silence?.since ?? null
  return { silentSec: silentMs / 1000, heardAt: beat?.at ?? null, upSince, silentSince }
}

/** That a turn was cut is for the resume to know. */
function describePaused({ since, by, why }: Pause): Agent['paused'] {
  return { since, by, why }
}

export function describeCard(record: AgentRecord, role: AgentRole | undefined): AgentCard {
  const { name, runtime, project, status } = record
  return {
    name,
    description: record.purpose || (role?.description ?? ''),
    role: record.role,
    runtime,
    project,
    capabilities: [...(role?.capabilities ?? [])],
    status,
  }
}
