// What cmux writes into the git folder of a workspace: without git, through no link, each in one step. While it holds the lock of the
// index, the agent's own git does not write there; the lock holds a mark, so that it is known for ours after a crash.
import { constants } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { insideFolder } from '../../files/inside-folder.ts'
import { readHeld } from '../../files/read-inside.ts'
import { damaged, kindOf } from './read-foreign.ts'

const LOCK = 'index.lock'
/** A mark or a ref. */
const TEXT_MAX_BYTES = 4096
const PRIVATE = { umask: 0o077 }
const { O_WRONLY, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = constants
const LOCKS = [LOCK, 'HEAD.lock', 'packed-refs.lock', 'config.lock']

async function inGitFolder<T>(workspace: string, work: (folder: string) => Promise<T>): Promise<T> {
  const done = await insideFolder(workspace, ['.git'], async (folder) => ({ value: await work(folder) }))
  if (!done) throw damaged(workspace, '.git is no folder')
  return done.value
}

/** The lock of some git in there, or of none. */
export async function findForeignLock(workspace: string, ref: string): Promise<string | undefined> {
  for (const name of [...LOCKS, `${ref}.lock`])
    if ((await kindOf(join(workspace, '.git', name))) !== undefined) return `.git/${name}`
  return undefined
}

/** False when somebody else has it. It is there with its mark or not at all. */
export function lockIndex(workspace: string, mark: string): Promise<boolean> {
  return inGitFolder(workspace, async (folder) => {
    const written = await writeBeside(folder, mark, Buffer.from(`${mark}\n`))
    try {
      await link(written, join(folder, LOCK))
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    } finally {
      await rm(written, { force: true })
    }
  })
}

export function holdsLock(workspace: string, mark: string): Promise<boolean> {
  return inGitFolder(workspace, async (folder) => (await readText(folder, LOCK)) === `${mark}\n`)
}

/** With all that a crash may have left beside it. */
export function unlockIndex(workspace: string, mark: string): Promise<void> {
  return inGitFolder(workspace, async (folder) => {
    await rm(join(folder, mark), { force: true })
    if ((await readText(folder, LOCK)) === `${mark}\n`) await rm(join(folder, LOCK), { force: true })
  })
}

export function putIndex(workspace: string, mark: string, bytes: Buffer): Promise<void> {
  return inGitFolder(workspace, async (folder) =>
    rename(await writeBeside(folder, mark, bytes), join(folder, 'index')),
  )
}

/** False when it names another commit by now. One that is only packed has no file, and its caller has just read it. */
export async function moveForeignRef(
  workspace: string,
  mark: string,
  { ref, from, to }: { readonly ref: string; readonly from: string; readonly to: string },
): Promise<boolean> {
  const way = ref.split('/')
  const name = way.pop() ?? ''
  const moved = await inGitFolder(workspace, async (folder) => {
    const written = await writeBeside(folder, mark, Buffer.from(`${to}\n`))
    const replace = async (held: string) => {
      const now = await readText(held, name)
      if (now !== undefined && now.trim() !== from) return false
      await rename(written, join(held, name))
      return true
    }
    return insideFolder(workspace, ['.git', ...way], replace, { make: PRIVATE })
  })
  if (moved === undefined) throw damaged(workspace, `${ref} can't be written`)
  return moved
}

/** Where git itself would have kept a log. */
export async function noteInLog(workspace: string, log: string, line: string): Promise<void> {
  const way = ['.git', 'logs', ...log.split('/')]
  const name = way.pop() ?? ''
  await insideFolder(workspace, way, async (folder) => {
    const flags = O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK
    const file = await open(join(folder, name), flags).catch(() => undefined)
    if (!file) return
    try {
      if ((await file.stat()).isFile()) await file.writeFile(line)
    } finally {
      await file.close()
    }
  })
}

async function writeBeside(folder: string, name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name)
  await rm(path, { force: true })
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(bytes)
  await file.sync()
  return path
}

/** Undefined for nothing, and for what no git would have written. */
async function readText(folder: string, name: string): Promise<string | undefined> {
  const found = await readHeld(join(folder, name), TEXT_MAX_BYTES)
  return found === 'odd' ? '' : found?.toString('utf8')
}
