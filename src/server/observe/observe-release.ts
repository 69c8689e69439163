// How old the release is that runs: when it was put into this home, and since when it is the current one. A build says nothing of
// time, since the same commit gives the same bytes; but its folder does, and so does the link that names it.
import { lstat, readlink, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Status } from '../../protocol/machine/status.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'

export async function observeRelease(home: string, id: string): Promise<Status['release']> {
  const link = join(home, 'current')
  const isCurrent = basename(await readlink(link).catch(() => '')) === id
  const placed = await stat(join(home, 'releases', id)).catch(() => undefined)
  const pointed = isCurrent ? await lstat(link).catch(() => undefined) : undefined
  return {
    id,
    installedAt: placed ? timestampFromMs(placed.mtimeMs) : null,
    currentSince: pointed ? timestampFromMs(pointed.mtimeMs) : null,
  }
}
