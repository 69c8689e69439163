// The addresses of this machine, and of the gateways that it sends packets through.
import { readFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import type { HostAddresses } from '../../core/confinement/list-blocked-addresses.ts'

export async function readHostAddresses(): Promise<HostAddresses> {
  const listed = Object.values(networkInterfaces()).flatMap((rows) =>
    (rows ?? []).map(({ address }) => address),
  )
  const tables = ['route', 'ipv6_route', 'fib_trie', 'if_inet6']
  const [four = '', six = '', local = '', localSix = ''] = await Promise.all(tables.map(readTable))
  // Node leaves out interfaces that nothing is connected with, such as a bridge without containers. They answer all the same.
  const own = [...listed, ...parseLocalAddresses(local), ...parseIpv6Addresses(localSix)]
  return { own: [...new Set(own)], gateways: [...parseRoutes(four), ...parseIpv6Routes(six)] }
}

/** The kernel has no such table where IPv6 is off. */
const readTable = (name: string) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')

/** Third column: the gateway, as the bytes of a 32-bit number in hexadecimal, the last one first. */
export function parseRoutes(table: string): string[] {
  const gateways = table.split('\n').map((row) => row.split('\t')[2] ?? '')
  return gateways
    .filter((hex) => /^[0-9A-F]{8}$/.test(hex) && hex !== '00000000')
    .map((hex) => [...Buffer.from(hex, 'hex')].toReversed().join('.'))
}

/** Fifth column: the gateway, 32 hexadecimal digits. */
export function parseIpv6Routes(table: string): string[] {
  const gateways = table.split('\n').map((row) => row.split(/\s+/)[4] ?? '')
  return gateways.filter((hex) => /^[0-9a-f]{32}$/.test(hex) && !/^0+$/.test(hex)).map(spellIpv6)
}

/** A leaf of the tree is an address on a line of its own; the next line says that it is the host's. */
export function parseLocalAddresses(tree: string): string[] {
  return [...tree.matchAll(/\|-- (\S+)\n\s+\/32 host LOCAL/g)].map(([, address = '']) => address)
}

/** First column: the address, 32 hexadecimal digits. */
export function parseIpv6Addresses(table: string): string[] {
  const addresses = table.split('\n').map((row) => row.split(/\s+/)[0] ?? '')
  return addresses.filter((hex) => /^[0-9a-f]{32}$/.test(hex)).map(spellIpv6)
}

/** As Node spells it, so that an address is there once. */
function spellIpv6(hex: string): string {
  const groups = (hex.match(/.{4}/g) ?? []).join(':')
  return URL.parse(`http://[${groups}]`)?.hostname.slice(1, -1) ?? groups
}
