// Asks the rules about a tool that an agent is about to use. Before any transaction: the rules look at files, and take their time.
import type { AgentDeps } from '../../agents/agent-deps.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'
import type { HookCall } from '../../agents/hook-call.ts'
import type { Principal } from '../../access/principal.ts'
import type { ToolUse, ToolVerdict } from '../../rules/tool-judge.ts'
import { isInCheckout } from '../../agents/is-in-checkout.ts'
import { readGate } from './read-gate.ts'

type Deps = Pick<AgentDeps, 'store' | 'runtimes' | 'judgeTool'>

const UNREADABLE: ToolVerdict = {
  verdict: 'deny',
  risk: 'high',
  reason: 'cmux can’t read what it is about to do',
}

/** Undefined when there is nothing to judge, or the rules say nothing. */
export async function judgeUse(
  { store, runtimes, judgeTool }: Deps,
  call: HookCall,
  { agent }: Principal,
): Promise<ToolVerdict | undefined> {
  const record = agent && (await store.read.agents.byName(agent))
  if (!record || record.runtime !== call.runtime) return undefined
  const runtime = runtimes[record.runtime]
  const gate = readGate(runtime, call, runtime.readHook(call.event, call.payload), record.folder)
  if (gate === undefined) return undefined
  if (gate === 'unreadable') return UNREADABLE
  const { tool, input, folder } = gate
  return judgeTool({ ...describeUser(record), tool, input, folder })
}

/** Who uses a tool, as far as the rules care. */
export function describeUser(record: AgentRecord): Omit<ToolUse, 'tool' | 'input'> {
  const { name, role, project, runtime, folder, workspace } = record
  return {
    agent: name,
    role,
    project,
    runtime,
    folder,
    workspace: workspace ?? folder,
    confined: record.confinement?.confined ?? false,
    network: record.confinement?.network ?? null,
    inCheckout: isInCheckout(record),
  }
}
