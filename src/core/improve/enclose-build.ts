// How the build of a commit is started: behind walls where they work, as a check is, and without any network.
import { requireSandbox } from '../confinement/require-sandbox.ts'
import type { EncloseDeps } from './enclose-check.ts'
import { planTreeWalls } from './plan-tree-walls.ts'

export interface BuildPlace {
  /** All that it writes. */
  readonly folder: string
  /** In there: the files of the commit. */
  readonly tree: string
  /** What its dependencies are links to: builds after this one use them, too. */
  readonly installed: string
  readonly command: readonly [program: string, ...args: string[]]
}

/** Undefined: without walls. */
export async function encloseBuild(
  { confinement, confine, environment }: EncloseDeps,
  { folder, tree, installed, command }: BuildPlace,
): Promise<readonly string[] | undefined> {
  const why = await requireSandbox({ confinement, confine }, 'builds')
  if (why !== null) return undefined
  const walls = planTreeWalls(confine, environment, { folder, borrowed: [] })
  const own = [
    { kind: 'writable', path: folder, make: true },
    { kind: 'readable', path: installed, make: true },
  ] as const
  const enclosed = await confinement.enclose({
    walls: [...walls, ...own],
    folder: tree,
    command,
    environment: {},
    mayNest: false,
    isAlone: true,
  })
  return enclosed.command
}
