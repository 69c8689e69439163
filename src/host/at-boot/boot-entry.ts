// What a service manager has to know to keep one home up, whichever manager it is.
import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'

export interface BootEntry {
  /** `cmux` for the usual home; others have a name of their own, so that several can be installed. */
  readonly name: string
  readonly home: string
  readonly node: string
  /** The arguments of Node: what stays, and brings cmux back. */
  readonly args: readonly string[]
  /** Where programs are found: tmux, git and the agents' own. A manager's is shorter than a login shell's. */
  readonly path: string
}

export function makeBootEntry(home: string, path: string): BootEntry {
  const isUsual = home === join(homedir(), '.cmux')
  const name = isUsual ? 'cmux' : `cmux-${createHash('sha256').update(home).digest('hex').slice(0, 8)}`
  // Through `current`, so that the keeper follows the releases and needs no checkout.
  const args = [join(home, 'current', 'cli.mjs'), 'service', 'keep', '--home', home]
  return { name, home, node: process.execPath, args, path }
}
