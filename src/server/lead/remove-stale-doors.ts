// A killed server leaves its private socket behind. Those on which nobody listens, and whose watchdog is gone, are removed.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { doorOpens } from './door-opens.ts'
import { openFolder } from './shorten-path.ts'

/** `door-WATCHDOG-CHILD` */
const DOOR = /^door-(\d+)-\d+$/

export async function removeStaleDoors(home: string): Promise<void> {
  const folder = join(home, 'watchdog')
  const names = await readdir(folder).catch(() => [])
  if (names.length === 0) return
  using opened = openFolder(folder)
  for (const name of names) {
    const watchdog = Number(DOOR.exec(name)?.[1])
    // A living one may be about to start what listens there; a server outlives its watchdog, and then listens.
    if (!Number.isInteger(watchdog) || isThere(watchdog)) continue
    if (!(await doorOpens(opened.pathOf(name)))) await rm(join(folder, name), { force: true })
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
