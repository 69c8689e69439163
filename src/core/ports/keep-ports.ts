// Brings the networks of agents to what people decided about their ports, and keeps this machine's addresses out of them.
import { listBlockedAddresses, type HostAddresses } from '../confinement/list-blocked-addresses.ts'
import type { Store } from '../store.ts'
import type { AgentNetworks } from './agent-networks.ts'
import { planBridges } from './plan-bridges.ts'

export interface KeepPortsDeps {
  readonly store: Pick<Store, 'read'>
  readonly networks: Pick<AgentNetworks, 'keep' | 'block'>
  readonly readHostAddresses: () => Promise<HostAddresses>
}

export async function keepPorts({ store, networks, readHostAddresses }: KeepPortsDeps): Promise<void> {
  networks.keep(planBridges(await store.read.agents.all(), await store.read.ports.all()))
  networks.block(listBlockedAddresses(await readHostAddresses()))
}
