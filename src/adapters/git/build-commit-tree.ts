// The files of a commit in a folder, as a repository of its own that borrows the project's objects, with what is installed linked in.
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Project } from '../../protocol/projects/project.ts'
import { readObjectPlace } from './workspaces/build-workspace.ts'
import type { Git, GitPlace } from './git.ts'
import { kindOf } from './workspaces/read-foreign.ts'

const CHECKOUT_LIMIT_MS = 300_000
/** What is installed and not committed: a tree of the same project can use it. */
export const PACKAGES = 'node_modules'
const INSTALLED = [PACKAGES, '.venv']
const BRANCH = 'change'

export interface TreeSource {
  readonly project: Project
  /** Its git folder. */
  readonly at: GitPlace
}

/** A repository of its own: a check that breaks its git breaks nobody else's. */
export async function buildCommitTree(
  git: Git,
  source: TreeSource,
  folder: string,
  commit: string,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const objects = await readObjectPlace(git, source.at)
  const at = { gitDir: join(folder, '.git'), of: 'cmux', workTree: folder, borrows: objects.folders } as const
  const init = ['init', '--quiet', '--template=', `--initial-branch=${BRANCH}`]
  await git.read(at, [...init, `--object-format=${objects.format}`], { fills: ['refs'] })
  await mkdir(join(at.gitDir, 'objects', 'info'), { recursive: true })
  await writeFile(join(at.gitDir, 'objects', 'info', 'alternates'), `${objects.folder}\n`)
  // Nobody has run anything in it yet, so a file does what `update-ref` would.
  await writeFile(join(at.gitDir, 'refs', 'heads', BRANCH), `${commit}\n`)
  await git.read(at, ['read-tree', '--reset', '-u', 'HEAD'], {
    fills: ['index', 'tree'],
    limitMs: CHECKOUT_LIMIT_MS,
  })
  await linkInstalled(source.project, folder)
}

/** What such a tree needs besides itself. */
export async function listBorrowed(git: Git, { project, at }: TreeSource): Promise<string[]> {
  const installed = INSTALLED.map((name) => join(project.path, name))
  const kinds = await Promise.all(installed.map(kindOf))
  const linked = installed.filter((_, index) => kinds[index] === 'folder')
  return [...(await readObjectPlace(git, at)).folders, ...linked]
}

async function linkInstalled(project: Project, folder: string): Promise<void> {
  for (const name of INSTALLED) {
    const installed = join(project.path, name)
    const isFree = (await kindOf(join(folder, name))) === undefined
    if (!isFree || (await kindOf(installed)) !== 'folder') continue
    if (name === PACKAGES) await linkPackages(installed, join(folder, name))
    else await symlink(installed, join(folder, name))
  }
}

/** One by one, in a folder of its own: tools write caches beside the packages, and what they come from can only be read. */
async function linkPackages(installed: string, folder: string): Promise<void> {
  await mkdir(folder)
  for (const name of await readdir(installed))
    if (!CACHES.has(name)) await symlink(join(installed, name), join(folder, name))
}

const CACHES: ReadonlySet<string> = new Set(['.cache', '.vite', '.vite-temp'])
