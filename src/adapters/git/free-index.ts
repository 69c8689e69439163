// An index of our own, in our home, is used by one call at a time. Its lock outlives a call that was ended at its limit: then it is
// removed, since no process of ours holds it. A git that a killed server had started may still be at it, and is waited for.
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { howToUnlock } from './describe-git-failure.ts'

/** Where processes can't be seen: longer than any call may last. */
const SURELY_OVER_MS = 10 * 60_000

/** Whether there was one to remove. */
export async function freeIndex(index: string): Promise<boolean> {
  const lock = `${index}.lock`
  const made = await stat(lock).catch(() => undefined)
  if (!made) return false
  const pids = await readdir('/proc').catch(() => undefined)
  const holder = pids
    ? await findHolder(pids, index)
    : Date.now() - made.mtimeMs < SURELY_OVER_MS
      ? 'nobody can say which'
      : undefined
  if (holder !== undefined)
    throw new CmuxError('GIT_FAILED', `an earlier git of cmux still holds ${lock} (process: ${holder})`, {
      hint: howToUnlock(lock),
    })
  await rm(lock, { force: true })
  return true
}

/** Every git of ours has its index in its environment. What is not ours to read is not ours. */
async function findHolder(pids: readonly string[], index: string): Promise<string | undefined> {
  const row = `GIT_INDEX_FILE=${index}`
  for (const pid of pids.filter((name) => /^\d+$/.test(name))) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    if (environment.split('\0').includes(row)) return pid
  }
  return undefined
}
