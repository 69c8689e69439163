// A lock of git whose holder is gone. It is removed only when nobody can be holding it; where that can't be seen, it stays.
import { readdir, readlink, readFile, rm, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** A git that has just begun may not be seen yet. */
const YOUNG_MS = 2000

export async function removeStaleLock(lock: string, workTree: string): Promise<void> {
  const made = await stat(lock).catch(() => undefined)
  if (!made || Date.now() - made.mtimeMs < YOUNG_MS) return
  if (await isHeld(lock, workTree, made.uid)) return
  await rm(lock, { force: true })
}

/** Git closes a lock's file long before it lets go of it, so any git at work there counts as its holder. */
async function isHeld(lock: string, workTree: string, owner: number): Promise<boolean> {
  const pids = await readdir('/proc').catch(() => undefined)
  if (!pids) return true // no way to see: somebody may
  for (const pid of pids.filter((name) => /^\d+$/.test(name)))
    if ((await isGitIn(pid, lock, workTree, owner)) || (await hasOpen(pid, lock))) return true
  return false
}

async function isGitIn(pid: string, lock: string, workTree: string, owner: number): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  if (!name.startsWith('git')) return false
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => whereMaybe(pid, owner))
  // A git in a sandbox works nowhere, and says in its environment at what.
  if (folder === sep) return ((await lockOf(pid)) ?? lock) === lock
  return folder === workTree || folder.startsWith(workTree + sep)
}

/** The lock that it would take; undefined when that can't be seen. */
async function lockOf(pid: string): Promise<string | undefined> {
  const rows = (await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')).split('\0')
  const valueOf = (name: string) => rows.find((row) => row.startsWith(`${name}=`))?.slice(name.length + 1)
  const gitDir = valueOf('GIT_DIR')
  const index = valueOf('GIT_INDEX_FILE') ?? (gitDir === undefined ? undefined : join(gitDir, 'index'))
  return index === undefined ? undefined : `${index}.lock`
}

/** What has ended works nowhere. What is not ours to see may be anywhere, but only its own user's lock can be its. */
async function whereMaybe(pid: string, owner: number): Promise<string> {
  const found = await stat(`/proc/${pid}`).catch(() => undefined)
  return found?.uid === owner ? sep : ''
}

async function hasOpen(pid: string, path: string): Promise<boolean> {
  const folder = `/proc/${pid}/fd`
  const open = await readdir(folder).catch(() => [])
  const targets = await Promise.all(open.map((name) => readlink(join(folder, name)).catch(() => '')))
  return targets.includes(path)
}
