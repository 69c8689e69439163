// A lock of git whose holder is gone. It is removed only when nobody can be holding it; where that can't be seen, it stays.
import { readdir, readlink, readFile, rm, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** A git that has just begun may not be seen yet. */
const YOUNG_MS = 2000

export async function removeStaleLock(lock: string, workTree: string): Promise<void> {
  const made = await stat(lock).catch(() => undefined)
  if (!made || Date.now() - made.mtimeMs < YOUNG_MS) return
  if (await isHeld(lock, workTree)) return
  await rm(lock, { force: true })
}

/** Git closes a lock's file long before it lets go of it, so any git at work there counts as its holder. */
async function isHeld(lock: string, workTree: string): Promise<boolean> {
  const pids = await readdir('/proc').catch(() => undefined)
  if (!pids) return true // no way to see: somebody may
  for (const pid of pids.filter((name) => /^\d+$/.test(name)))
    if ((await isGitIn(pid, workTree)) || (await hasOpen(pid, lock))) return true
  return false
}

async function isGitIn(pid: string, workTree: string): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  if (!name.startsWith('git')) return false
  const folder = await readlink(`/proc/${pid}/cwd`).catch(whereMaybe)
  return folder === sep || folder === workTree || folder.startsWith(workTree + sep)
}

/** What has ended works nowhere; what is not ours to see may be anywhere. */
function whereMaybe(error: NodeJS.ErrnoException): string {
  return error.code === 'ENOENT' || error.code === 'ESRCH' ? '' : sep
}

async function hasOpen(pid: string, path: string): Promise<boolean> {
  const folder = `/proc/${pid}/fd`
  const open = await readdir(folder).catch(() => [])
  const targets = await Promise.all(open.map((name) => readlink(join(folder, name)).catch(() => '')))
  return targets.includes(path)
}
