// What an agent may see and change. Pure: rows, the weaker ones first; which of them hold is a matter of the deepest path.
import { HOME_PLACES } from './home-places.ts'
import { planSystem } from './plan-system.ts'
import type { Wall } from './wall.ts'

export interface WallFacts {
  /** Of the person: as their shell says, and as the system says. */
  readonly homes: readonly string[]
  readonly cmuxHome: string
  readonly agentHome: string
  /** Where it works: its own, or what it was given. */
  readonly folder: string
  /** Object folders of git that its workspace borrows from. */
  readonly borrowed: readonly string[]
  /** Names programs that git would run for whoever calls it in that folder, the person for example. */
  readonly steering: readonly Wall[]
  readonly project: string | null
  /** Where our own programs are. */
  readonly programs: string
  /** Files that are run: Node, the agent's program. */
  readonly tools: readonly string[]
  readonly searchPath: readonly string[]
  /** Files that variables of its environment name. */
  readonly named: readonly string[]
  readonly runtime: readonly Wall[]
  /** By the settings; `~/` stands for the person's home. */
  readonly extra: Readonly<Record<'writable' | 'readable' | 'hidden', readonly string[]>>
}

export function planWalls(facts: WallFacts): Wall[] {
  const { homes, cmuxHome, agentHome, folder, project, extra } = facts
  const inHomes = (names: readonly string[]) =>
    homes.flatMap((home) => names.map((name) => `${home}/${name}`))
  return [
    ...facts.tools.map((path): Wall => ({ kind: 'program', path, homes })),
    ...facts.searchPath.map((path): Wall => ({ kind: 'programs', path, homes })),
    ...readable([...facts.named, ...inHomes(HOME_PLACES.tools)]),
    // After what the PATH names: it may name a home itself, or a folder that is to be empty.
    ...planSystem(cmuxHome),
    ...homes.map((path): Wall => ({ kind: 'hidden', path, pinned: true })),
    ...hidden([...inHomes(HOME_PLACES.secrets), cmuxHome]),
    ...readable([facts.programs, `${cmuxHome}/releases`, ...facts.borrowed, agentHome]),
    ...(project === null ? [] : [journalOf(cmuxHome, project)]),
    ...facts.runtime,
    { kind: 'writable', path: folder },
    ...facts.steering,
    ...readable(extra.readable.map((path) => underHome(path, homes))),
    ...extra.writable.map((path): Wall => ({ kind: 'writable', path: underHome(path, homes) })),
    ...hidden(extra.hidden.map((path) => underHome(path, homes))),
  ]
}

/** Made now: one that comes later would not be seen. */
const journalOf = (cmuxHome: string, project: string): Wall => ({
  kind: 'readable',
  path: `${cmuxHome}/journal/${project}`,
  make: true,
})

const readable = (paths: readonly string[]) => paths.map((path): Wall => ({ kind: 'readable', path }))
const hidden = (paths: readonly string[]) => paths.map((path): Wall => ({ kind: 'hidden', path }))

export function underHome(path: string, [home = '']: readonly string[]): string {
  return path === '~' || path.startsWith('~/') ? `${home}${path.slice(1)}` : path
}
