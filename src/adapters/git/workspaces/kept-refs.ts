// refs/cmux/keep/<agent>/: what a workspace borrows from the project, or may come to borrow. While they stand, no amend, deleted
// branch or `gc --prune=now` in the project can break the workspace. They go with it.
import type { WorkspacePlace } from '../../../core/workspaces/workspace-ground.ts'
import { printed, type GitPlace } from '../git.ts'
import type { ProjectDoor } from '../project-door.ts'

export interface KeptRefs {
  /** Keeps the commit that the workspace started from. */
  startRef(place: WorkspacePlace): string
  /** The commit that the workspace started from; undefined before it is made. */
  start(place: WorkspacePlace): Promise<string | undefined>
  keepStart(place: WorkspacePlace): Promise<void>
  /** Fetches the tips from a lens; whole, or not at all. */
  fetch(place: WorkspacePlace, lens: GitPlace, tips: readonly TipRef[]): Promise<void>
  /** Keeps both sides of a move of the workspace. */
  keepMove(place: WorkspacePlace, sides: Sides): Promise<void>
  /** It starts from there from now on. */
  finishMove(place: WorkspacePlace, sides: Sides): Promise<void>
  drop(place: WorkspacePlace): Promise<void>
  /** All of them, in rev-list's notation. */
  glob(place: WorkspacePlace): string
}

interface Sides {
  readonly from: string
  readonly to: string
}

interface TipRef {
  readonly id: string
  /** Its name in the lens. */
  readonly ref: string
}

/** A long history is copied once. */
const FETCH_LIMIT_MS = 300_000
const FETCH = ['fetch', '--quiet', '--stdin', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules']

const folderOf = ({ agent }: WorkspacePlace) => `refs/cmux/keep/${agent}`
const startRef = (place: WorkspacePlace) => `${folderOf(place)}/start`

export function makeKeptRefs({ git, at, turn, resolve }: ProjectDoor): KeptRefs {
  const remove = async (place: WorkspacePlace, refs: readonly string[]) => {
    const input = refs.map((ref) => `delete ${ref}\n`).join('')
    if (input !== '') await git.read(at(place), ['update-ref', '--stdin'], { input, fills: ['deleted refs'] })
  }
  const list = async (place: WorkspacePlace) => {
    const args = ['for-each-ref', '--format=%(refname)', `${folderOf(place)}/`]
    return (await git.read(at(place), args)).split('\n').filter((ref) => ref !== '')
  }
  /** What an older tip keeps, its successor keeps as well. */
  const dropCovered = async (place: WorkspacePlace, tip: string) => {
    const calls = [
      ['cat-file', '-t', tip],
      ['for-each-ref', `--merged=${tip}`, '--format=%(refname)', `${folderOf(place)}/`],
    ]
    const [kind, refs] = await git.batch(at(place), calls)
    if (printed(kind, 'cat-file').trim() !== 'commit') return
    const merged = printed(refs, 'for-each-ref')
      .split('\n')
      .filter((ref) => ref !== '')
    const stays = new Set([startRef(place), `${folderOf(place)}/${tip}`])
    await remove(
      place,
      merged.filter((ref) => !stays.has(ref)),
    )
  }
  return {
    glob: (place) => `--glob=${folderOf(place)}/*`,
    startRef,
    start: (place) => resolve(place, startRef(place)),
    keepStart: (place) =>
      turn(place, async () => {
        const main = `refs/heads/${place.project.mainBranch}^{commit}`
        const start = await git.read(at(place), ['rev-parse', '--verify', main])
        await git.read(at(place), ['update-ref', startRef(place), start], { fills: ['refs'] })
      }),
    fetch: (place, lens, tips) =>
      turn(place, async () => {
        const input = tips.map(({ id, ref }) => `+${ref}:${folderOf(place)}/${id}\n`).join('')
        await git.read(at(place), [...FETCH, lens.gitDir], {
          input,
          limitMs: FETCH_LIMIT_MS,
          fills: ['objects', 'refs'],
          from: lens,
        })
        for (const { id } of tips) await dropCovered(place, id)
      }),
    keepMove: (place, { from, to }) =>
      turn(place, async () => {
        const input = [from, to].map((id) => `update ${folderOf(place)}/${id} ${id}\n`).join('')
        await git.read(at(place), ['update-ref', '--stdin'], { input, fills: ['refs'] })
      }),
    finishMove: (place, { to }) =>
      turn(place, async () => {
        await git.read(at(place), ['update-ref', startRef(place), to], { fills: ['refs'] })
        await dropCovered(place, to)
      }),
    drop: (place) => turn(place, async () => remove(place, await list(place))),
  }
}
