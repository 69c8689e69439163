// Addresses that lead to the host, or to what answers for it, from a network of an agent's own. Inside they belong to the agent's own
// loopback, so that nothing but what it runs itself answers there. Pure.

/** Clouds hand out credentials of the machine here. */
export const METADATA_ADDRESSES = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
] as const

export interface HostAddresses {
  /** All that its interfaces have, loopback included. */
  readonly own: readonly string[]
  /** Inside a container or a virtual machine the gateway is the host around it. */
  readonly gateways: readonly string[]
}

export function listBlockedAddresses({ own, gateways }: HostAddresses): string[] {
  const named = [...own, ...gateways, ...METADATA_ADDRESSES].filter((address) => !isOwnAnyway(address))
  return [...new Set(named)].toSorted()
}

/** All of loopback and of the link are the agent's own in any case (`lib/compose-addresses.ts`). */
function isOwnAnyway(address: string): boolean {
  return address.startsWith('127.') || address === '::1' || address.toLowerCase().startsWith('fe80:')
}
