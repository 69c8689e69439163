// The kernel takes 107 characters for the address of a socket; a home may be deeper.
import { openSync } from 'node:fs'
import { join } from 'node:path'

/** The descriptor in it stays open as long as the process. */
export function shortenPath(folder: string, name: string): string {
  if (process.platform !== 'linux') return join(folder, name)
  return `/proc/self/fd/${openSync(folder, 'r')}/${name}`
}
