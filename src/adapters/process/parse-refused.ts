// What `ss` says of a TCP connection that has ended, where it was refused. Pure.
import type { Place } from '../../core/ports/agent-networks.ts'

/** State, receive queue, send queue, own address, the other's address, the rest. */
const ROW = /^UNCONN\s+\d+\s+\d+\s+\S+\s+(\S+):(\d+)\s+(.*)$/
const IPV4_IN_IPV6 = /^::ffff:(?=\d+\.)/

export function parseRefused(line: string): Place | undefined {
  const [, written = '', port = '', rest = ''] = ROW.exec(line.trim()) ?? []
  // Whoever was connected has had something acknowledged; whoever only listened has sent nothing.
  if (port === '' || !rest.includes('segs_out:') || rest.includes('bytes_acked:')) return undefined
  const address = written.replace(/^\[|\]$/g, '').replace(IPV4_IN_IPV6, '')
  const isLoopback = address.startsWith('127.') || address === '::1'
  return { address: isLoopback ? 'localhost' : address, port: Number(port) }
}
