// Trees of the commits that services run from: HOME/services/<project's id>/trees/<commit>. One that is there is whole.
import { mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { WardGround } from '../../core/wards/ward-ground.ts'
import { makeTurns } from '../../lib/turns.ts'
import { removeTree } from '../files/remove-tree.ts'
import { buildCommitTree, listBorrowed } from './build-commit-tree.ts'
import type { FindGitPlace } from './find-git-place.ts'
import type { Git } from './git.ts'
import { kindOf } from './workspaces/read-foreign.ts'

/** `folderOf`: where everything of a service is kept. */
export function makeGitWardTrees(
  git: Git,
  findGitPlace: FindGitPlace,
  folderOf: (id: string) => string,
): Pick<WardGround, 'buildTree' | 'keepTrees' | 'clear'> {
  const inTurn = makeTurns()
  const treesOf = (id: string) => join(folderOf(id), 'trees')
  return {
    buildTree: (project, commit) =>
      inTurn(project.id, async () => {
        const source = { project, at: findGitPlace(project.path) }
        const folder = join(treesOf(project.id), commit)
        const data = join(folderOf(project.id), 'data')
        await mkdir(data, { recursive: true, mode: 0o700 })
        if ((await kindOf(folder)) === undefined) {
          const building = `${folder}.building`
          await removeTree(building)
          await buildCommitTree(git, source, building, commit)
          await rename(building, folder)
        }
        return { folder, readable: await listBorrowed(git, source), data }
      }),
    keepTrees: (project, commits) =>
      inTurn(project.id, async () => {
        const trees = treesOf(project.id)
        for (const name of await readdir(trees))
          if (!commits.includes(name)) await removeTree(join(trees, name))
      }),
    clear: (id) => inTurn(id, () => removeTree(folderOf(id))),
  }
}
