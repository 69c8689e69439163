// The disk that the home is on, and what of the home may go.
import { readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiskGround, LargePart } from '../../core/disk/disk-ground.ts'
import type { Removable } from '../../core/disk/removable.ts'
import { measurePath } from './measure-path.ts'

export interface HomeDiskDeps {
  readonly home: string
  /** Those that somebody may still go to. */
  readonly releasesInUse: () => Promise<ReadonlySet<string>>
  readonly orphans: () => Promise<readonly { readonly name: string; readonly folder: string }[]>
  /** Saves the work first; refuses what can't be saved. */
  readonly removeOrphan: (name: string) => Promise<void>
}

const ROTATED = /\.\d+$/
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MIB = 1024 ** 2
const LARGE_MAX = 5

export function makeHomeDisk(deps: HomeDiskDeps): DiskGround {
  const { home } = deps
  return {
    async look() {
      const { blocks, bfree, bavail, bsize } = await statfs(home)
      return { usedBytes: (blocks - bfree) * bsize, freeBytes: bavail * bsize }
    },
    async listRemovable() {
      const inUse = await deps.releasesInUse()
      const logs = await listNames(join(home, 'logs'))
      const hours = await listNames(join(home, 'metrics', 'hours'))
      const releases = await listNames(join(home, 'releases'))
      return [
        ...(await measure(
          home,
          'log',
          logs.filter((name) => ROTATED.test(name)),
          0,
        )),
        ...(await measure(home, 'metrics', hours, 0)),
        // One that was built lately is about to be promoted, perhaps at this moment.
        ...(await measure(
          home,
          'release',
          releases.filter((name) => !inUse.has(name)),
          DAY_MS,
        )),
        ...(await measureOrphans(await deps.orphans())),
      ]
    },
    async remove({ kind, name }) {
      if (kind === 'workspace') return deps.removeOrphan(name)
      if (kind === 'release' && (await deps.releasesInUse()).has(name)) return
      await rm(join(home, FOLDERS[kind], name), { recursive: true, force: true })
    },
    listLarge: () => listLarge(home),
  }
}

const FOLDERS = { log: 'logs', metrics: 'metrics/hours', release: 'releases' } as const

async function measure(
  home: string,
  kind: keyof typeof FOLDERS,
  names: readonly string[],
  olderThanMs: number,
): Promise<Removable[]> {
  const measured = await Promise.all(
    names.map((name) => measureOne(kind, name, join(home, FOLDERS[kind], name), olderThanMs)),
  )
  return measured.flat()
}

/** An agent is registered right after its workspace was made. */
async function measureOrphans(orphans: Awaited<ReturnType<HomeDiskDeps['orphans']>>): Promise<Removable[]> {
  const measured = await Promise.all(
    orphans.map(({ name, folder }) => measureOne('workspace', name, folder, HOUR_MS)),
  )
  return measured.flat()
}

async function measureOne(
  kind: Removable['kind'],
  name: string,
  path: string,
  olderThanMs: number,
): Promise<Removable[]> {
  const found = await stat(path).catch(() => undefined)
  if (!found || Date.now() - found.mtimeMs < olderThanMs) return []
  return [{ kind, name, bytes: await measurePath(path), atMs: found.mtimeMs }]
}

/** What can be done about a folder of the home, by how its name begins; the others are not for people to delete. */
const ADVICE: readonly (readonly [begins: string, command: (path: string) => string])[] = [
  ['set-aside-', (path) => `look at it, then rm -r '${path}'`],
  ['cache', (path) => `it comes back by itself: rm -r '${path}'`],
  ['backups', () => 'cmux backup list shows them and when each goes; set backups.maxMb to keep less'],
  ['builds', (path) => `when nothing is being built: rm -r '${path}'`],
  ['changes', () => 'set improve.keepDays in config.json to keep less of ended changes'],
]

async function listLarge(home: string): Promise<LargePart[]> {
  const parts: Omit<LargePart, 'bytes'>[] = []
  for (const name of await listNames(home)) {
    const advice = ADVICE.find(([begins]) => name.startsWith(begins))
    if (advice) parts.push({ path: join(home, name), command: advice[1](join(home, name)) })
  }
  for (const project of await listNames(join(home, 'workspaces')))
    for (const agent of await listNames(join(home, 'workspaces', project)))
      parts.push({
        path: join(home, 'workspaces', project, agent),
        command: `cmux agent remove ${agent} keeps its work in the project`,
      })
  const measured: LargePart[] = []
  for (const { path, command } of parts) measured.push({ path, command, bytes: await measurePath(path) })
  return measured
    .filter(({ bytes }) => bytes >= MIB)
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, LARGE_MAX)
}

/** Names that begin with a dot are cmux's own. */
async function listNames(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.'))
}
