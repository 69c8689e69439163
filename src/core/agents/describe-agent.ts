// An agent as the outside sees it.
import type { Agent, AgentCard } from '../../protocol/agent.ts'
import type { Store } from '../store.ts'
import type { AgentRecord } from './agent-record.ts'
import type { AgentRole } from './role-shelf.ts'

/** All of them, oldest first. */
export async function describeAgents(store: Store): Promise<Agent[]> {
  const records = await store.read.agents.all()
  return Promise.all(records.map((record) => describeAgent(store, record)))
}

export async function describeAgent(store: Store, record: AgentRecord): Promise<Agent> {
  return {
    id: record.id,
    name: record.name,
    role: record.role,
    runtime: record.runtime,
    project: record.project,
    status: record.status,
    statusSince: record.statusSince,
    evidence: [...record.evidence],
    desired: record.desired,
    generation: record.generation,
    pane: record.pane,
    pid: record.pid,
    conversation: record.session,
    folder: record.folder,
    workspace: record.workspace,
    branch: record.branch,
    model: record.model,
    purpose: record.purpose,
    createdBy: record.createdBy,
    createdAt: record.createdAt,
    startedAt: record.startedAt,
    confined: false,
    usage: await store.read.agents.usageOf(record.id),
  }
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
