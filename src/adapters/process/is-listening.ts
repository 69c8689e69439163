// Whether something listens at a port of this machine, by the kernel's own table: nothing is connected to for it.
import { readFile } from 'node:fs/promises'
import type { Place } from '../../core/ports/agent-networks.ts'

const LISTEN = '0A'
const ANY = [0, 0, 0, 0]

export async function isListening(place: Place): Promise<boolean> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  )
  return tables.some((table) => hasListener(table, place))
}

/** Rows are `number: ADDRESS:PORT ADDRESS:PORT STATE …`, in hexadecimal. Only the port counts for addresses of IPv6. */
export function hasListener(table: string, { address, port }: Place): boolean {
  return table.split('\n').some((row) => {
    const [, own = '', , state = ''] = row.trim().split(/\s+/)
    const [hex = '', ownPort = ''] = own.split(':')
    if (state !== LISTEN || Number.parseInt(ownPort, 16) !== port) return false
    if (hex.length !== ANY.length * 2) return true
    const bytes = [...Buffer.from(hex, 'hex')].toReversed()
    const wanted = address === 'localhost' ? '127.' : `${address}.`
    return bytes.every((byte) => byte === 0) || `${bytes.join('.')}.`.startsWith(wanted)
  })
}
