// The release that is to serve after a change was taken back by hand: what the main branch is now. One with the same programs
// that is good already is taken as it is; else one is built, and has to pass its rehearsal like any other.
import type { LiveOrder } from '../../core/improve/live-system.ts'
import { ACTOR } from '../../core/improve/run-deps.ts'
import { listReleases } from '../observe/list-releases.ts'
import type { Ledger } from '../observe/read-ledger.ts'
import type { Rehearsals } from '../rehearsals.ts'
import { buildCommit, type BuildDeps } from './build-commit.ts'
import { readPrograms } from './read-programs.ts'

/** Undefined: what serves now has to do. */
export async function findRetreat(
  deps: BuildDeps & { readonly rehearsals: Rehearsals },
  { project, change }: LiveOrder,
  { current, bad }: Ledger,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { home, rehearsals } = deps
  const built = await buildCommit(deps, project.path, change.undone?.to ?? change.base, signal)
  if ('id' in built) {
    const programs = readPrograms(home, built.id)
    const known = await listReleases(home)
    const good = known.find(
      ({ id, state }) => (id === current || state === 'good') && readPrograms(home, id) === programs,
    )
    if (good) return good.id
    if (!bad.includes(built.id) && (await isProved(rehearsals, built.id, signal))) return built.id
  }
  const before = change.release?.before
  return before === undefined || bad.includes(before) || readPrograms(home, before) === undefined
    ? undefined
    : before
}

async function isProved(rehearsals: Rehearsals, release: string, signal: AbortSignal): Promise<boolean> {
  const last = await rehearsals.last(release)
  return last?.passed ?? (await rehearsals.play(release, ACTOR, signal)).passed
}
