// What people decide about ports between an agent and this machine.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { AgentName } from '../../protocol/ids.ts'
import type { AgentPort, PortScope } from '../../protocol/agents/port.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { findAgent } from '../agents/find-agent.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import type { AgentNetworks, Place } from './agent-networks.ts'
import { listPorts } from './list-ports.ts'
import { isOpenFor } from './plan-bridges.ts'

export interface PortDeps {
  readonly store: Store
  readonly clock: Clock
  readonly networks: Pick<AgentNetworks, 'findFreePort'>
}

export async function openPort(
  deps: PortDeps,
  name: AgentName,
  { address, port, scope }: Place & { readonly scope: PortScope },
  actor: string,
): Promise<AgentPort> {
  const agent = await findAgent(deps, name)
  if (scope === 'project' && agent.project === null)
    throw new CmuxError('CONFLICT', `${name} belongs to no project`, { hint: 'open it for this agent' })
  requireOwnNetwork(agent)
  return decide(
    deps,
    agent,
    { direction: 'to-host', address, port, state: 'open', scope, hostPort: null },
    actor,
  )
}

export async function closePort(
  deps: PortDeps,
  name: AgentName,
  { address, port }: Place,
  actor: string,
): Promise<AgentPort> {
  const agent = await findAgent(deps, name)
  const place = { direction: 'to-host', address, port, hostPort: null } as const
  const closed = { ...place, state: 'closed', scope: null } as const
  const rows = await deps.store.read.ports.all()
  const opening = rows.find(
    (row) => isOpenFor(agent, row) && row.direction === 'to-host' && isAt(row, { address, port }),
  )
  // Opened for the whole project, by way of another agent: it would stay open to this one.
  if (opening && opening.agent !== name) await decide(deps, { ...agent, name: opening.agent }, closed, actor)
  return decide(deps, agent, closed, actor)
}

export async function publishPort(
  deps: PortDeps,
  name: AgentName,
  { port, open }: { readonly port: number; readonly open: boolean },
  actor: string,
): Promise<AgentPort> {
  const agent = await findAgent(deps, name)
  if (open) requireOwnNetwork(agent)
  const rows = await listPorts(deps, name)
  const known = rows.find((row) => row.agent === name && row.direction === 'to-agent' && row.port === port)
  // The same address as before: whoever has it in a tab finds it again.
  const hostPort = known?.hostPort ?? (open ? await deps.networks.findFreePort() : null)
  const place = { direction: 'to-agent', address: 'localhost', port, hostPort } as const
  const decision = open
    ? ({ state: 'open', scope: 'agent' } as const)
    : ({ state: 'closed', scope: null } as const)
  return decide(deps, agent, { ...place, ...decision }, actor)
}

const isAt = (row: Place, { address, port }: Place) => row.address === address && row.port === port

/** Others share this machine's network, or have none. */
function requireOwnNetwork({ name, confinement }: AgentRecord): void {
  const network = confinement?.network
  if (network === 'own' || network === undefined) return
  throw new CmuxError(
    'CONFLICT',
    network === 'host'
      ? `${name} uses the network of this machine, so its ports are open anyway`
      : `${name} has no network but cmux`,
    { hint: 'agents.confine.network in config.json decides it, from the next start of the agent' },
  )
}

type Decision = Pick<AgentPort, 'direction' | 'address' | 'port' | 'state' | 'scope' | 'hostPort'>

async function decide(
  { store, clock }: PortDeps,
  { name, project, generation }: AgentRecord,
  decision: Decision,
  actor: string,
): Promise<AgentPort> {
  const row: AgentPort = {
    ...decision,
    agent: name,
    project,
    generation,
    since: timestampFromMs(clock.nowMs()),
    by: actor,
  }
  await store.write(async ({ ports, events }) => {
    await ports.put(row)
    const { direction, address, port, scope } = row
    const data = { agent: name, direction, address, port }
    await events.append(
      row.state === 'open'
        ? { type: 'agent.port_opened', actor, data: { ...data, scope: scope ?? 'agent' } }
        : { type: 'agent.port_closed', actor, data },
    )
  })
  return row
}
