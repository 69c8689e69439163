// Puts walls in the order in which they are built, the outer ones first, and leaves out those that would change nothing.
import type { Mount } from './wall.ts'

/** The root of a sandbox is empty. */
const ROOT: Mount = { path: '/', kind: 'hidden', source: '/', isFolder: true }

export function layerWalls(mounts: readonly Mount[]): Mount[] {
  // Of the same path the last one holds. A folder sorts before all that is in it.
  const byPath = new Map(mounts.map((mount) => [mount.path, mount]))
  const sorted = [...byPath.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const built: Mount[] = []
  for (const mount of sorted) {
    const around = built.findLast(({ path }) => isInside(mount.path, path)) ?? ROOT
    if (!isShownBy(mount, around)) built.push(mount)
  }
  return built
}

function isShownBy(mount: Mount, around: Mount): boolean {
  if (mount.isPinned) return false
  // A link that can be seen need not be made again.
  if (mount.kind === 'link') return around.kind !== 'hidden'
  if (mount.kind === 'hidden' || around.kind === 'hidden') return mount.kind === around.kind
  const there =
    around.source.replace(/\/$/, '') + mount.path.slice(around.path === '/' ? 0 : around.path.length)
  return mount.kind === around.kind && mount.source === there
}

function isInside(path: string, folder: string): boolean {
  return folder === '/' || path.startsWith(`${folder}/`)
}
