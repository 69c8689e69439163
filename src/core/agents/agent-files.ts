// The files that belong to an agent: its settings and its token, in a folder of its own.
import type { AgentId, AgentName } from '../../protocol/ids.ts'
import type { LaunchFile } from './runtime.ts'

export interface AgentFiles {
  /** HOME/agents/<name>, made when it is not there. */
  homeOf(agent: AgentName): Promise<string>
  /** It belongs to this agent from now on: what its program kept for another one of the same name is not shown to it. */
  claim(agent: AgentName, id: AgentId): Promise<void>
  tokenFileOf(agent: AgentName): string
  /** Each whole or not at all, for nobody else to read. */
  write(files: readonly LaunchFile[]): Promise<void>
}
