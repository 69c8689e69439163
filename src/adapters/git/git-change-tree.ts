// Trees in which changes are checked, and commits that bring a difference elsewhere. None of it touches a work tree of people.
import { join } from 'node:path'
import type { ChangeGround, JoinOrder, Joined } from '../../core/improve/change-ground.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Project } from '../../protocol/projects/project.ts'
import { removeTree } from '../files/remove-tree.ts'
import { buildCommitTree, listBorrowed } from './build-commit-tree.ts'
import type { FindGitPlace } from './find-git-place.ts'
import type { Git, GitPlace } from './git.ts'
import { mergeCommits } from './main-branch/merge-commits.ts'

export function makeGitChangeTree(
  git: Git,
  home: string,
  findGitPlace: FindGitPlace,
): Pick<ChangeGround, 'join' | 'merge' | 'contains' | 'buildTree' | 'clearTree' | 'setBranch'> {
  const placeOf = ({ path }: Project): GitPlace => findGitPlace(path)
  const folderOf = (id: string) => join(home, 'changes', id, 'tree')
  return {
    join: (order) => joinCommits(git, placeOf(order.project), order),
    merge: (order) => mergeCommits(git, placeOf(order.project), order),
    async contains(project, commit, other) {
      const args = ['merge-base', '--is-ancestor', other, commit]
      return (await git.run(placeOf(project), args)).code === 0
    },
    async buildTree(project, id, commit) {
      const folder = folderOf(id)
      await removeTree(folder)
      const source = { project, at: placeOf(project) }
      await buildCommitTree(git, source, folder, commit)
      const readable = await listBorrowed(git, source)
      return { folder, readable }
    },
    clearTree: (id) => removeTree(folderOf(id)),
    async setBranch(project, branch, commit) {
      const args =
        commit === null
          ? ['update-ref', '-d', `refs/heads/${branch}`]
          : ['update-ref', `refs/heads/${branch}`, commit]
      await git.read(placeOf(project), args, { fills: [commit === null ? 'deleted refs' : 'refs'] })
    },
  }
}

async function joinCommits(git: Git, at: GitPlace, order: JoinOrder): Promise<Joined> {
  const { base, head, onto, message } = order
  // On top of the base, so that git finds no other commit that both have.
  const theirs = await git.read(at, ['commit-tree', `${head}^{tree}`, '-p', base], {
    fills: ['objects'],
    input: message,
  })
  const args = ['merge-tree', '--write-tree', '--name-only', '-z', onto, theirs]
  const { code, stdout, stderr } = await git.run(at, args, { fills: ['objects'] })
  const [tree = '', ...rest] = stdout.split('\0')
  if (code === 1) return { kind: 'conflict', files: rest.slice(0, rest.indexOf('')) }
  if (code !== 0) throw new CmuxError('GIT_FAILED', `git merge-tree failed: ${stderr.trim()}`)
  const joined = await git.read(at, ['commit-tree', tree, '-p', onto], { fills: ['objects'], input: message })
  return { kind: 'joined', head: joined }
}
