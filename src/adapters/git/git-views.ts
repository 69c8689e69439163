// Makes views of repositories (see lib/git/plan-git-view.ts) and keeps them in a folder of ours. A view is named after all that is
// in it, so one that is there never changes, and several calls can use it at once.
import { createHash } from 'node:crypto'
import {
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { GitViewPlan, Refused } from '../../lib/git/plan-git-view.ts'
import { listElsewhere, readRepository, type RepositoryDisk } from '../../lib/git/read-repository.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { nothingThere } from '../files/nothing-there.ts'
import { readSmallText } from './read-small-text.ts'

export interface GitView extends Pick<GitViewPlan, 'objectFormat' | 'identity' | 'isShared'> {
  /** The view itself, and its links that are not in a folder. */
  readonly gitDir: string
  readonly links: GitViewPlan['links']
  readonly own: string
  readonly common: string
  /** Its objects, then those that it borrows. */
  readonly objects: readonly [string, ...string[]]
  /** What the view links to outside of these. */
  readonly elsewhere: readonly string[]
}

export interface GitViews {
  /** `gitDir`: what is called `.git` in a checkout, a folder or a file. */
  open(gitDir: string): Promise<GitView>
}

/** Each repository borrows from the next; nobody sensible goes further. */
const BORROWED_MAX = 16
/** One for each branch that somebody had checked out; a detached HEAD makes one for each commit. */
const VIEWS_MAX = 200
const UNUSED_MS = 60 * 60_000
const USED_AGAIN_MS = 60_000

export function makeGitViews(folder: string): GitViews {
  return {
    async open(gitDir) {
      const read = await readRepository(DISK, gitDir)
      if ('refused' in read) throw refuse(gitDir, read)
      const { own, common, plan } = read
      const objects = plan.links.find(([name]) => name === 'objects')?.[1] ?? join(common, 'objects')
      return {
        gitDir: await place(folder, plan),
        links: plan.links.filter(([name]) => !name.includes('/')),
        own,
        common,
        objects: [objects, ...(await listLenders(objects))],
        elsewhere: listElsewhere(read),
        objectFormat: plan.objectFormat,
        identity: plan.identity,
        isShared: plan.isShared,
      }
    },
  }
}

const DISK: RepositoryDisk = {
  readText: readSmallText,
  findReal: (path) => realpath(path).catch(nothingThere),
  isFile: async (path) => (await stat(path)).isFile(),
  listNames: (path) => readdir(path),
}

function refuse(gitDir: string, { refused }: Refused): CmuxError {
  return new CmuxError('GIT_FAILED', `${gitDir} can't be used: ${refused}`, {
    hint: `look at it with \`git -C ${dirname(gitDir)} status\`; nothing was changed`,
  })
}

async function listLenders(objects: string): Promise<string[]> {
  const found = [objects]
  for (const each of found) {
    const lines = (await readSmallText(join(each, 'info', 'alternates')))?.split('\n') ?? []
    const further = lines.filter((line) => line !== '' && !line.startsWith('#'))
    found.push(...further.map((line) => resolve(each, line)).filter((path) => !found.includes(path)))
    if (found.length > BORROWED_MAX) break
  }
  return found.slice(1)
}

async function place(folder: string, { files, links }: GitViewPlan): Promise<string> {
  const parts = { files, links }
  const name = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
  const path = join(folder, name)
  const found = await stat(path).catch(nothingThere)
  const now = new Date()
  if (found) {
    if (now.getTime() - found.mtimeMs > USED_AGAIN_MS) await utimes(path, now, now)
    return path
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeUnused(folder, now)
  const building = await mkdtemp(`${path}.`)
  await mkdir(join(building, 'info'))
  await mkdir(join(building, 'logs'))
  for (const [file, text] of parts.files) await writeFile(join(building, file), text)
  for (const [link, target] of parts.links) await symlink(target, join(building, link))
  await rename(building, path).catch(async (error: NodeJS.ErrnoException) => {
    // Another call was faster with the same view.
    await rm(building, { recursive: true, force: true })
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  return path
}

async function removeUnused(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder)
  if (names.length < VIEWS_MAX) return
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(nothingThere)
    if (found && now.getTime() - found.mtimeMs > UNUSED_MS)
      await rm(join(folder, name), { recursive: true, force: true })
  }
}
