// Builds a workspace: what `git clone --shared` makes, step by step, without its templates and the project's other refs. It
// borrows the project's objects and stands on a branch of its own. Its remote is cmux, which asks a person and pushes from outside.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorkspacePlace } from '../../../core/workspaces/workspace-ground.ts'
import { printed, type Git, type GitPlace } from '../git.ts'
import { seedIndex } from './kept-index.ts'
import { removeTree } from '../../files/remove-tree.ts'
import { readSmallText } from '../read-small-text.ts'

export interface BuildOrder {
  readonly git: Git
  readonly place: WorkspacePlace
  readonly folder: string
  /** The project's repository. */
  readonly source: GitPlace
  readonly start: string
  /** The script of the agent that git calls to push. */
  readonly helper: string
  /** What looks remember of the files. */
  readonly index: string
}

/** A large tree is written once. */
const CHECKOUT_LIMIT_MS = 300_000
/** Nobody has worked in it yet. */
const OURS = { fills: ['refs'] } as const

export async function buildWorkspace({
  git,
  place,
  folder,
  source,
  start,
  helper,
  index,
}: BuildOrder): Promise<void> {
  const { agent, project } = place
  await removeTree(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const objects = await readObjectPlace(git, source)
  const at = { gitDir: join(folder, '.git'), of: 'cmux', workTree: folder, borrows: objects.folders } as const
  await git.read(at, ['init', '--quiet', '--template=', `--object-format=${objects.format}`], OURS)
  await mkdir(join(at.gitDir, 'objects', 'info'), { recursive: true })
  await writeFile(join(at.gitDir, 'objects', 'info', 'alternates'), `${objects.folder}\n`)
  if (objects.shallow !== undefined) await writeFile(join(at.gitDir, 'shallow'), objects.shallow)
  const settings = [...(await readIdentity(git, source, agent)), ...pushSettings(helper)]
  const written = await git.batch(
    at,
    settings.map(([key, value]) => ['config', key, value]),
    OURS,
  )
  for (const each of written) printed(each, 'config')
  const branch = `refs/heads/agent/${agent}`
  await git.read(at, ['update-ref', branch, start], OURS)
  // To compare with and to rebase onto; it does not move by itself.
  await git.read(at, ['update-ref', `refs/heads/${project.mainBranch}`, start], OURS)
  await git.read(at, ['symbolic-ref', 'HEAD', branch], OURS)
  await git.read(at, ['read-tree', '--reset', '-u', 'HEAD'], {
    fills: ['index', 'tree'],
    limitMs: CHECKOUT_LIMIT_MS,
  })
  await seedIndex(index, join(at.gitDir, 'index'), { base: start, format: objects.format })
}

export interface ObjectPlace {
  readonly folder: string
  /** That one, and those that it borrows from. */
  readonly folders: readonly string[]
  readonly format: 'sha1' | 'sha256'
  /** Of a shallow clone: its commits without parents. Whoever borrows them has to know. */
  readonly shallow: string | undefined
}

/** Where a repository has its objects, and which kind of names they have. */
export async function readObjectPlace(git: Git, source: GitPlace): Promise<ObjectPlace> {
  if (source.of === 'cmux') {
    const folder = join(source.gitDir, 'objects')
    return { folder, folders: [folder], format: 'sha1', shallow: undefined }
  }
  const { objects, objectFormat, common } = await git.view(source)
  const shallow = await readSmallText(join(common, 'shallow'))
  return { folder: objects[0], folders: objects, format: objectFormat, shallow }
}

/** Commits are made in the name of the person whose project it is; without one, in the agent's. */
async function readIdentity(
  git: Git,
  source: GitPlace,
  agent: string,
): Promise<[key: string, value: string][]> {
  const name = await git.personalSetting(source, 'user.name')
  const email = await git.personalSetting(source, 'user.email')
  return [
    ['user.name', name ?? agent],
    ['user.email', email ?? `${agent}@localhost`],
  ]
}

/** `cmux::origin` has git call `git remote-cmux`, and that is an alias for the helper: no program has to be on the PATH. */
function pushSettings(helper: string): [key: string, value: string][] {
  return [
    ['alias.remote-cmux', `!sh '${helper.replaceAll("'", String.raw`'\''`)}'`],
    ['remote.origin.url', 'cmux::origin'],
    ['remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
    ['push.default', 'current'],
    ['push.autoSetupRemote', 'true'],
  ]
}
