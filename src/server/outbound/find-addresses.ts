// The addresses of a name that an agent may be connected with. The machine's own addresses are read each time, since they change.
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { readHostAddresses } from '../../adapters/confine/read-host-addresses.ts'
import { isReachable } from '../../core/confinement/is-reachable.ts'
import { listBlockedAddresses } from '../../core/confinement/list-blocked-addresses.ts'

export async function findAddresses(host: string): Promise<LookupAddress[]> {
  const [found, own] = await Promise.all([lookup(host, { all: true }), readHostAddresses()])
  const blocked = listBlockedAddresses(own)
  return found.filter(({ address }) => isReachable(address, blocked))
}
