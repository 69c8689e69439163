// A view of a checkout's repository (lib/git/plan-git-view.ts) for one call of git, in a temporary folder of its own.
import { constants } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { listElsewhere, readRepository, type RepositoryDisk } from '../../lib/git/read-repository.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'

export interface CheckoutView extends AsyncDisposable {
  readonly gitDir: string
  readonly own: string
  readonly common: string
  /** Everything of it that git reads. */
  readonly places: readonly string[]
}

const TEXT_MAX_BYTES = 1024 * 1024
const BORROWED_MAX = 16

export async function openView(checkout: string): Promise<CheckoutView> {
  const gitDir = join(checkout, '.git')
  const read = await readRepository(DISK, gitDir)
  if ('refused' in read)
    throw new CmuxError('GIT_FAILED', `${gitDir} can't be used: ${read.refused}`, {
      hint: `look at it with \`git -C ${checkout} status\`; nothing was changed`,
    })
  const { own, common, plan } = read
  const view = await mkdtemp(join(await realpath(tmpdir()), 'cmux-git-'))
  await mkdir(join(view, 'info'))
  await mkdir(join(view, 'logs'))
  for (const [name, text] of plan.files) await writeFile(join(view, name), text)
  for (const [name, target] of plan.links) await symlink(target, join(view, name))
  const objects = plan.links.find(([name]) => name === 'objects')?.[1] ?? join(common, 'objects')
  return {
    gitDir: view,
    own,
    common,
    places: [view, own, common, ...listElsewhere(read), ...(await listLenders(objects))],
    [Symbol.asyncDispose]: () => rm(view, { recursive: true, force: true }),
  }
}

const DISK: RepositoryDisk = {
  readText,
  findReal: (path) => realpath(path).catch(nothingThere),
  isFile: async (path) => (await stat(path)).isFile(),
  listNames: (path) => readdir(path),
}

/** A pipe is not waited for. */
async function readText(path: string): Promise<string | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(nothingThere)
  if (!file) return undefined
  try {
    const found = await file.stat()
    if (found.isFile() && found.size <= TEXT_MAX_BYTES) return await file.readFile('utf8')
    throw new CmuxError('GIT_FAILED', `${path} is no small plain file`)
  } finally {
    await file.close()
  }
}

async function listLenders(objects: string): Promise<string[]> {
  const found = [objects]
  for (const each of found) {
    const lines = (await readText(join(each, 'info', 'alternates')))?.split('\n') ?? []
    const further = lines.filter((line) => line !== '' && !line.startsWith('#'))
    found.push(...further.map((line) => resolve(each, line)).filter((path) => !found.includes(path)))
    if (found.length > BORROWED_MAX) break
  }
  return found.slice(1)
}

function nothingThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
