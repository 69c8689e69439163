// What the care of ports needs of the agents' networks.
import type { AgentId } from '../../protocol/ids.ts'

export interface BridgePlan {
  readonly key: AgentId
  /** The process whose network it is. */
  readonly pid: number
  /** What it may use of this machine. */
  readonly toHost: readonly Place[]
  /** Servers of its own, and where people find them. */
  readonly toAgent: readonly { readonly port: number; readonly hostPort: number }[]
}

export interface Place {
  /** `localhost`, or another address of this machine. */
  readonly address: string
  readonly port: number
}

export interface Refused extends Place {
  readonly key: AgentId
  /** Something on this machine listens there, so opening the port would help. */
  readonly isServed: boolean
}

export interface AgentNetworks extends Disposable {
  /** Watches these networks and no others, and bridges these ports and no others. */
  keep(plans: readonly BridgePlan[]): void
  /** Makes these addresses the agents' own in all networks that are watched: an interface may have come since they were made. */
  block(addresses: readonly string[]): void
  /** A port of this machine's loopback that is free now. */
  findFreePort(): Promise<number>
}
