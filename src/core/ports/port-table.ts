// Ports between agents and this machine, as they are kept.
import type { AgentPort } from '../../protocol/agents/port.ts'

/** Which row it is: there is one for each of these. */
export type PortKey = Pick<AgentPort, 'agent' | 'direction' | 'address' | 'port'>

export interface PortTableReader {
  all(): Promise<AgentPort[]>
}

export interface PortTableWriter extends PortTableReader {
  put(port: AgentPort): Promise<void>
  /** Of an agent that is removed. What it opened for its project stays. */
  removeAgent(agent: AgentPort['agent']): Promise<void>
}
