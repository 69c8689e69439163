// Where groups of processes with limits of their own (cgroups) can be made on this machine. A sandbox joins one at its start, and then
// the kernel counts all that is in it together.
import { access, constants, mkdtemp, readdir, readFile, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { SandboxLimits } from '../../../core/confinement/sandbox-limits.ts'

export interface Cgroup {
  /** A group for each sandbox is made in here. */
  readonly folder: string
  /** What is written into which file of it. */
  readonly values: Readonly<Record<string, number>>
  /** The file of it that a process writes 0 into to join. */
  readonly join: string
}

export interface CgroupPlace {
  /** `/proc`, and where groups are mounted; other folders in tests. */
  readonly proc: string
  readonly mounted: string
}

/** What the names of our groups begin with. */
const OURS = 'cmux-'
/** From the order to the start of a sandbox. */
const UNJOINED_MAX_MS = 600_000

/** Limits of the kernel's second kind of groups; only a folder that hands both counters on will do. */
const COUNTERS = ['memory', 'pids']

/** Nothing where none can be made: not root, nothing delegated, or a container whose groups are read-only. */
export async function findCgroups(place: CgroupPlace, limits: SandboxLimits): Promise<Cgroup[]> {
  const own = await readFile(join(place.proc, 'self', 'cgroup'), 'utf8').catch(() => '')
  return (await findSecond(place, own, limits)) ?? (await findFirst(place, own, limits)) ?? []
}

/** Beside our own group, or further up: a group that has processes itself can't hand its counters on. */
async function findSecond(
  { mounted }: CgroupPlace,
  own: string,
  { memoryBytes, processes }: SandboxLimits,
): Promise<Cgroup[] | undefined> {
  const path = /^0::(\/.*)$/m.exec(own)?.[1]
  if (path === undefined) return undefined
  for (let above = dirname(path); ; above = dirname(above)) {
    const folder = resolve(mounted, `.${above}`)
    const handed = await readFile(join(folder, 'cgroup.subtree_control'), 'utf8').catch(() => '')
    const counts = COUNTERS.every((name) => handed.trim().split(/\s+/).includes(name))
    if (counts && (await canGroup(folder)))
      return [{ folder, values: { 'memory.max': memoryBytes, 'pids.max': processes }, join: 'cgroup.procs' }]
    if (above === '/') return undefined
  }
}

/**
 * The first kind has a tree for each counter. Of these only processes are counted: for root no other limit of them holds. A thread that
 * moves itself is not waited for by the kernel, as a process is (7 ms); the shell that joins has one thread.
 */
async function findFirst(
  { mounted }: CgroupPlace,
  own: string,
  { processes }: SandboxLimits,
): Promise<Cgroup[] | undefined> {
  const path = /^\d+:pids:(\/.*)$/m.exec(own)?.[1]
  if (path === undefined) return undefined
  const folder = resolve(mounted, 'pids', `.${path}`)
  return (await canGroup(folder)) ? [{ folder, values: { 'pids.max': processes }, join: 'tasks' }] : undefined
}

/** Makes a group for one sandbox in each of these, and resolves with the files to join by. Groups of sandboxes that have ended go. */
export async function openGroups(groups: readonly Cgroup[]): Promise<string[]> {
  const opened = await Promise.all(groups.map(openGroup))
  return opened.flat()
}

async function openGroup({ folder, values, join: file }: Cgroup): Promise<string[]> {
  try {
    await removeEnded(folder)
    const path = await mkdtemp(join(folder, OURS))
    for (const [name, value] of Object.entries(values)) await writeFile(join(path, name), String(value))
    return [join(path, file)]
  } catch {
    return [] // it could be made a moment ago; the limits of processes still hold
  }
}

/** A group in which a process is can't be removed. One that is young may be waiting for its first. */
async function removeEnded(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(OURS))
  for (const path of names.map((name) => join(folder, name))) {
    const made = await stat(path).catch(() => undefined)
    if (made && Date.now() - made.ctimeMs > UNJOINED_MAX_MS) await rmdir(path).catch(() => undefined)
  }
}

/** Who moves a process needs to write to the group above both. */
async function canGroup(folder: string): Promise<boolean> {
  try {
    await access(join(folder, 'cgroup.procs'), constants.W_OK)
    await rmdir(await mkdtemp(join(folder, OURS)))
    return true
  } catch {
    return false // not for us to write
  }
}
