// Looks at the disk before something large is written: half a build on a full disk helps nobody, and the database needs
// room too.
import { existsSync, lstatSync, readdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { CmuxError } from '../../protocol/cmux-error.ts'

const MIB = 1024 ** 2
/** What stays free for the database, its log and its copies. */
const RESERVE_BYTES = 64 * MIB
const NAMED_MAX = 3

/** Twice what is written, since it is copied once more on its way, and the reserve. */
export function requireSpace(home: string, bytes: number, what: string): void {
  const { bavail, bsize } = statfsSync(home)
  const needed = 2 * bytes + RESERVE_BYTES
  const free = bavail * bsize
  if (free >= needed) return
  throw new CmuxError('DISK_FULL', `${what} needs ${inMib(needed)} of disk, and ${inMib(free)} are free`, {
    hint: `delete something on the disk of ${home}${nameCandidates(home)}`,
  })
}

export function sizeOf(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found?.size ?? 0
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

/** What can go without harm: the cache comes back by itself, and what was set aside is for people to look at. */
function nameCandidates(home: string): string {
  const aside = readdirSync(home).filter((name) => name.startsWith('set-aside-'))
  const named = [...aside, 'cache', 'backups']
    .filter((name) => existsSync(join(home, name)))
    .map((name) => ({ path: join(home, name), bytes: sizeOf(join(home, name)) }))
    .filter(({ bytes }) => bytes >= MIB)
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, NAMED_MAX)
    .map(({ path, bytes }) => `${path} (${inMib(bytes)})`)
  return named.length === 0 ? '; in the home itself nothing is large' : `, for example ${named.join(', ')}`
}

function inMib(bytes: number): string {
  return `${Math.ceil(bytes / MIB)} MiB`
}
