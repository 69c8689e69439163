// Where commits of a workspace come to stay in its project: the branch agent/<name>, the stash, or a ref of our own. No other
// ref is ever moved, and no file of the work tree is touched.
import type { LandingFacts } from '../../../core/workspaces/decide-landing.ts'
import type { WorkspacePlace } from '../../../core/workspaces/workspace-ground.ts'
import type { KeptRefs } from './kept-refs.ts'
import type { ProjectDoor } from '../project-door.ts'

export interface HomeRefs {
  /** Those that no branch, tag, stash or ref that stays has. */
  notHome(place: WorkspacePlace, ids: readonly string[]): Promise<string[]>
  landingFacts(place: WorkspacePlace, tip: string): Promise<LandingFacts>
  moveBranch(place: WorkspacePlace, tip: string, from: string | null): Promise<boolean>
  dropMergedBranch(place: WorkspacePlace): Promise<void>
  putAside(place: WorkspacePlace, commit: string): Promise<string>
  isStashed(place: WorkspacePlace, commit: string): Promise<boolean>
  stash(place: WorkspacePlace, commit: string, message: string): Promise<void>
}

/** To git: the ref must not be there yet. */
const NOT_THERE = ''

const branchRef = ({ agent }: WorkspacePlace) => `refs/heads/agent/${agent}`

export function makeHomeRefs(door: ProjectDoor, kept: KeptRefs): HomeRefs {
  const { git, at, turn, resolve, isReachable, isCheckedOut } = door
  const isStashed = async (place: WorkspacePlace, commit: string) =>
    (await listStash(door, place)).includes(commit)
  return {
    async notHome(place, ids) {
      const homes = await listHomes(kept, place)
      const missing = await findMissing(door, place, ids, homes)
      const stashed = missing.size > 0 ? await listStash(door, place) : []
      return ids.filter((id) => missing.has(id) && !stashed.includes(id))
    },
    async landingFacts(place, tip) {
      const branch = (await resolve(place, branchRef(place))) ?? null
      return {
        branch,
        isCheckedOut: branch !== null && (await isCheckedOut(place, branchRef(place))),
        isOurs: branch !== null && (await isReachable(place, branch, [tip, kept.glob(place)])),
        isHome: await isReachable(place, tip, await listHomes(kept, place)),
      }
    },
    moveBranch: (place, tip, from) =>
      turn(place, async () => {
        const args = ['update-ref', branchRef(place), tip, from ?? NOT_THERE]
        return (await git.run(at(place), args, { fills: ['refs'] })).code === 0
      }),
    dropMergedBranch: (place) =>
      turn(place, async () => {
        const branch = await resolve(place, branchRef(place))
        if (branch === undefined || (await isCheckedOut(place, branchRef(place)))) return
        if (await isReachable(place, branch, [`refs/heads/${place.project.mainBranch}`]))
          await git.read(at(place), ['update-ref', '-d', branchRef(place), branch], {
            fills: ['deleted refs'],
          })
      }),
    async putAside(place, commit) {
      const ref = `refs/cmux/agents/${place.agent}/${commit}`
      await turn(place, () => git.read(at(place), ['update-ref', ref, commit], { fills: ['refs'] }))
      return ref
    },
    isStashed,
    stash: (place, commit, message) =>
      turn(place, async () => {
        if (await isStashed(place, commit)) return
        await git.read(at(place), ['stash', 'store', '--quiet', '--message', message, commit], {
          fills: ['refs'],
        })
      }),
  }
}

/** What stays when the workspace is gone. Where it started is the project's own to keep or to forget. */
async function listHomes(kept: KeptRefs, place: WorkspacePlace): Promise<string[]> {
  const start = await kept.start(place)
  return ['--branches', '--tags', '--glob=refs/cmux/agents/*', ...(start === undefined ? [] : [start])]
}

/** In a few calls, however many there are: it is the agent who says how many. */
async function findMissing(
  { git, at }: ProjectDoor,
  place: WorkspacePlace,
  ids: readonly string[],
  homes: readonly string[],
): Promise<Set<string>> {
  const lines = async (args: readonly string[], input: readonly string[] = []) => {
    const text = await git.read(at(place), args, { input: input.map((id) => `${id}\n`).join('') })
    return text.split('\n').filter((line) => line !== '')
  }
  const kinds = await lines(['cat-file', '--batch-check=%(objectname) %(objecttype)'], ids)
  const commits = ids.filter((_, index) => kinds[index]?.endsWith(' commit'))
  const unreachable =
    commits.length > 0 ? await lines(['rev-list', '--stdin', '--not', ...homes], commits) : []
  // A tag or a file is home when a ref that stays names the very object.
  const named = await lines(['for-each-ref', '--format=%(objectname)', 'refs/tags', 'refs/cmux/agents'])
  const isThere = new Set([...commits, ...named])
  return new Set([...unreachable, ...ids.filter((id) => !isThere.has(id))])
}

/** The log of refs/stash is what `git stash list` shows. */
async function listStash({ git, at }: ProjectDoor, place: WorkspacePlace): Promise<string[]> {
  const args = ['log', '--walk-reflogs', '--format=%H', 'refs/stash', '--']
  const { code, stdout } = await git.run(at(place), args)
  return code === 0 ? stdout.split('\n') : []
}
