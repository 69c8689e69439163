// Builds a workspace: what `git clone --shared` makes, step by step, without its remote, its templates and the project's other
// refs. It borrows the project's objects and stands on a branch of its own.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorkspacePlace } from '../../core/workspaces/workspace-ground.ts'
import { readIfThere } from '../files/read-if-there.ts'
import type { Git, GitPlace } from './git.ts'

export interface BuildOrder {
  readonly git: Git
  readonly place: WorkspacePlace
  readonly folder: string
  /** The project's repository. */
  readonly source: GitPlace
  readonly start: string
}

/** A large tree is written once. */
const CHECKOUT_LIMIT_MS = 300_000

export async function buildWorkspace({ git, place, folder, source, start }: BuildOrder): Promise<void> {
  const { agent, project } = place
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const at = { gitDir: join(folder, '.git'), workTree: folder }
  const objects = await readObjectPlace(git, source)
  await git.read(at, ['init', '--quiet', '--template=', `--object-format=${objects.format}`])
  await mkdir(join(at.gitDir, 'objects', 'info'), { recursive: true })
  await writeFile(join(at.gitDir, 'objects', 'info', 'alternates'), `${objects.folder}\n`)
  await copyShallow(git, source, at.gitDir)
  for (const [key, value] of await readIdentity(git, source, agent))
    await git.read(at, ['config', key, value])
  const branch = `refs/heads/agent/${agent}`
  await git.read(at, ['update-ref', branch, start])
  // To compare with and to rebase onto; it does not move by itself.
  await git.read(at, ['update-ref', `refs/heads/${project.mainBranch}`, start])
  await git.read(at, ['symbolic-ref', 'HEAD', branch])
  await git.read(at, ['read-tree', '--reset', '-u', 'HEAD'], { limitMs: CHECKOUT_LIMIT_MS })
}

/** Where a repository has its objects, and which kind of names they have. */
export async function readObjectPlace(
  git: Git,
  source: GitPlace,
): Promise<{ folder: string; format: string }> {
  const args = ['rev-parse', '--path-format=absolute', '--git-path', 'objects', '--show-object-format']
  const [folder = '', format = 'sha1'] = (await git.read(source, args)).split('\n')
  return { folder, format }
}

/** A project that is a shallow clone has commits without their parents; whoever borrows them has to know. */
async function copyShallow(git: Git, source: GitPlace, gitDir: string): Promise<void> {
  const path = await git.read(source, ['rev-parse', '--path-format=absolute', '--git-path', 'shallow'])
  const text = await readIfThere(path)
  if (text !== undefined) await writeFile(join(gitDir, 'shallow'), text)
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
