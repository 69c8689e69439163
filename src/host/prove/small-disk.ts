// A disk that can be full: the home is on a small file system in memory, which is made as small as what is on it. The agents' own
// folders are on the real disk, since their conversations are what the prover counts.
import { mkdirSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import type { Play } from './scene.ts'
import { startClock } from './kill-processes.ts'
import { pause, runProgram, until, ask, type Stage } from './stage.ts'

const MIB = 1024 ** 2
const SIZE_MB = 1024
/** In memory, in which the machine has to go on working. */
const FREE_MIN_MB = 2 * SIZE_MB

export interface SmallDisk extends AsyncDisposable {
  /** Why there is none. */
  readonly obstacle: string | undefined
}

type DiskPlace = Pick<Stage, 'folder' | 'home' | 'environment'>

export async function mountSmallDisk(stage: DiskPlace, isRoot: boolean): Promise<SmallDisk> {
  const none = (obstacle: string) => ({ obstacle, [Symbol.asyncDispose]: async () => undefined })
  if (process.platform !== 'linux') return none('a small file system is mounted on Linux only')
  if (!isRoot) return none('only root can mount a small file system')
  if (freemem() < FREE_MIN_MB * MIB) return none(`less than ${FREE_MIN_MB} MB of memory are free`)
  const mounts: string[] = []
  const unmount = async () => {
    for (const path of mounts.reverse())
      if ((await runProgram(stage, 'umount', [path])).code !== 0)
        await runProgram(stage, 'umount', ['-l', path])
  }
  const mount = async (path: string, ...args: string[]) => {
    const { code, stderr } = await runProgram(stage, 'mount', [...args, path])
    if (code === 0) mounts.push(path)
    return code === 0 ? undefined : stderr.trim() || 'mount is not there'
  }
  const apart = join(stage.folder, 'agents')
  const own = join(stage.home, 'agents')
  const failed = await mount(stage.home, '-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=0700`, 'cmux-prove')
  if (failed !== undefined) return none(`a small file system can't be mounted: ${failed}`)
  for (const path of [apart, own]) mkdirSync(path, { mode: 0o700 })
  const unbound = await mount(own, '--bind', apart)
  if (unbound !== undefined) {
    await unmount()
    return none(`a folder can't be mounted: ${unbound}`)
  }
  return { obstacle: undefined, [Symbol.asyncDispose]: unmount }
}

const FULL_MS = 3000

export const fillDisk: Play = async ({ stage }) => {
  const { blocks, bfree, bsize } = statfsSync(stage.home)
  await resize(stage, `${(blocks - bfree) * bsize}`)
  try {
    await pause(stage, FULL_MS)
  } finally {
    await resize(stage, `${SIZE_MB}m`)
  }
  const recovery = startClock()
  await until(stage, 'a write after the disk was full', () => canWrite(stage))
  return recovery()
}

async function resize(stage: Stage, size: string): Promise<void> {
  const { code, stderr } = await runProgram(stage, 'mount', ['-o', `remount,size=${size}`, stage.home])
  if (code !== 0) throw new Error(`the disk can't be resized: ${stderr.trim()}`)
}

export async function canWrite(stage: Stage): Promise<true | undefined> {
  try {
    const body = { to: 'owner', body: 'Is there room?' }
    return (await ask(stage, 'POST', '/api/messages', { body })).status < 300 ? true : undefined
  } catch {
    return undefined // cut off
  }
}
