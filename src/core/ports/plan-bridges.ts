// Which ports are bridged between which networks, from what people decided. Pure.
import type { AgentPort } from '../../protocol/agents/port.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { BridgePlan } from './agent-networks.ts'

type Agent = Pick<AgentRecord, 'id' | 'name' | 'project' | 'pid' | 'generation' | 'confinement' | 'status'>

export function planBridges(agents: readonly Agent[], ports: readonly AgentPort[]): BridgePlan[] {
  return agents.flatMap((agent) => {
    const { id: key, pid, confinement, status } = agent
    // Only a network that is the agent's own has anything to bridge.
    if (pid === null || confinement?.network !== 'own' || status === 'stopped' || status === 'dead') return []
    const open = ports.filter((port) => isOpenFor(agent, port))
    return [
      {
        key,
        pid,
        toHost: open
          .filter(({ direction }) => direction === 'to-host')
          .map(({ address, port }) => ({ address, port })),
        toAgent: open.flatMap(({ direction, port, hostPort }) =>
          direction === 'to-agent' && hostPort !== null ? [{ port, hostPort }] : [],
        ),
      },
    ]
  })
}

export function isOpenFor(
  { name, project, generation }: Pick<Agent, 'name' | 'project' | 'generation'>,
  port: AgentPort,
): boolean {
  if (port.state !== 'open') return false
  if (port.scope === 'project') return project !== null && port.project === project
  return port.agent === name && (port.scope === 'agent' || port.generation === generation)
}
