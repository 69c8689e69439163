// The address of a unix socket holds 107 bytes, and a home may be deeper. On Linux a socket can be named below a descriptor of its
// folder, which is short whatever the folder's path is. Elsewhere `up` refuses a home that is too deep (host/home-fault.ts).
import { closeSync, openSync } from 'node:fs'
import { basename, dirname } from 'node:path'

const ADDRESS_MAX_BYTES = 107

export interface ShortAddress {
  readonly path: string
  /** To be called once the connection stands or has failed. */
  close(): void
}

export function openShortAddress(socketPath: string): ShortAddress {
  const fits = Buffer.byteLength(socketPath) <= ADDRESS_MAX_BYTES
  if (fits || process.platform !== 'linux') return { path: socketPath, close: () => undefined }
  try {
    const folder = openSync(dirname(socketPath), 'r')
    return { path: `/proc/self/fd/${folder}/${basename(socketPath)}`, close: () => closeSync(folder) }
  } catch {
    return { path: socketPath, close: () => undefined } // The folder is gone: whoever connects is told so.
  }
}
