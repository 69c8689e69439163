// Trees in which changes are checked, and commits that bring a difference elsewhere. None of it touches a work tree of people.
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChangeGround, JoinOrder, Joined } from '../../core/improve/change-ground.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Project } from '../../protocol/project.ts'
import { readObjectPlace } from './build-workspace.ts'
import type { Git, GitPlace } from './git.ts'
import { listObjectFolders } from './list-object-folders.ts'
import { kindOf } from './read-foreign.ts'

const CHECKOUT_LIMIT_MS = 300_000
const REMOVE_TRIES = 5
/** What is installed and not committed: a check of the same project can use it. */
const INSTALLED = ['node_modules', '.venv']

export function makeGitChangeTree(
  git: Git,
  home: string,
): Pick<ChangeGround, 'join' | 'buildTree' | 'clearTree' | 'setBranch'> {
  const folderOf = (id: string) => join(home, 'changes', id, 'tree')
  return {
    join: (order) => joinCommits(git, order),
    async buildTree(project, id, commit) {
      const folder = folderOf(id)
      await clear(folder)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await fillTree(git, project, folder, commit)
      const objects = await listObjectFolders(git, placeOf(project))
      return { folder, readable: [...objects, ...(await linkInstalled(project, folder))] }
    },
    clearTree: (id) => clear(folderOf(id)),
    async setBranch(project, branch, commit) {
      const args =
        commit === null
          ? ['update-ref', '-d', `refs/heads/${branch}`]
          : ['update-ref', `refs/heads/${branch}`, commit]
      await git.read(placeOf(project), args)
    },
  }
}

const clear = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: REMOVE_TRIES })

const placeOf = ({ path }: Project): GitPlace => ({ gitDir: join(path, '.git') })

/** A repository of its own: a check that breaks its git breaks nobody else's. */
async function fillTree(git: Git, project: Project, folder: string, commit: string): Promise<void> {
  const at = { gitDir: join(folder, '.git'), workTree: folder }
  const objects = await readObjectPlace(git, placeOf(project))
  await git.read(at, ['init', '--quiet', '--template=', `--object-format=${objects.format}`])
  await mkdir(join(at.gitDir, 'objects', 'info'), { recursive: true })
  await writeFile(join(at.gitDir, 'objects', 'info', 'alternates'), `${objects.folder}\n`)
  await git.read(at, ['update-ref', 'refs/heads/change', commit])
  await git.read(at, ['symbolic-ref', 'HEAD', 'refs/heads/change'])
  await git.read(at, ['read-tree', '--reset', '-u', 'HEAD'], { limitMs: CHECKOUT_LIMIT_MS })
}

async function linkInstalled(project: Project, folder: string): Promise<string[]> {
  const linked: string[] = []
  for (const name of INSTALLED) {
    const installed = join(project.path, name)
    const isFree = (await kindOf(join(folder, name))) === undefined
    if (!isFree || (await kindOf(installed)) !== 'folder') continue
    await symlink(installed, join(folder, name))
    linked.push(installed)
  }
  return linked
}

async function joinCommits(git: Git, { project, base, head, onto, message }: JoinOrder): Promise<Joined> {
  const at = placeOf(project)
  // On top of the base, so that git finds no other commit that both have.
  const theirs = await git.read(at, ['commit-tree', `${head}^{tree}`, '-p', base], { input: message })
  const args = ['merge-tree', '--write-tree', '--name-only', '-z', onto, theirs]
  const { code, stdout, stderr } = await git.run(at, args)
  const [tree = '', ...rest] = stdout.split('\0')
  if (code === 1) return { kind: 'conflict', files: rest.slice(0, rest.indexOf('')) }
  if (code !== 0) throw new CmuxError('GIT_FAILED', `git merge-tree failed: ${stderr.trim()}`)
  return { kind: 'joined', head: await git.read(at, ['commit-tree', tree, '-p', onto], { input: message }) }
}
