// A disk that can be full: the home is on a small file system in memory, which is made as small as what is on it. The agents' own
// folders are on the real disk, since their conversations are what the prover counts.
import { mkdirSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import type { Play } from './scene.ts'
import { startClock } from './whole-family.ts'
import { pause, runProgram, until, ask, type Stage } from './stage.ts'

const MIB = 1024 ** 2
/** Releases, and copies of them that are broken; and for each message its events, its logs, and a copy for each rehearsal. */
const SIZE_MB = 768
const SIZE_KB_PER_MESSAGE = 30
/** It is in memory, in which the machine has to go on working. */
const SHARE_MAX = 1 / 3

export interface SmallDisk extends AsyncDisposable {
  /** Why there is none. */
  readonly obstacle: string | undefined
}

export const sizeOfDisk = (messages: number): number =>
  SIZE_MB + Math.ceil((messages * SIZE_KB_PER_MESSAGE) / 1024)

type DiskPlace = Pick<Stage, 'folder' | 'home' | 'environment' | 'diskMb'>

const none = (obstacle: string): SmallDisk => ({
  obstacle,
  [Symbol.asyncDispose]: async () => undefined,
})

export async function mountSmallDisk(stage: DiskPlace, isRoot: boolean): Promise<SmallDisk> {
  if (process.platform !== 'linux') return none('a small file system is mounted on Linux only')
  if (!isRoot) return none('only root can mount a small file system')
  if (stage.diskMb * MIB > freemem() * SHARE_MAX)
    return none(`a disk of ${stage.diskMb} MB in memory is more than a third of what is free`)
  const mounts: string[] = []
  const unmount = async () => {
    for (const path of mounts.toReversed())
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
  const failed = await mount(stage.home, '-t', 'tmpfs', '-o', `size=${stage.diskMb}m,mode=0700`, 'cmux-prove')
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
const SHRINK_EVERY_MS = 100

export const fillDisk: Play = async ({ stage }) => {
  // An interrupted run leaves it small: it is unmounted in a moment.
  const shrunk = await keepFull(stage)
  const failed = await resize(stage, `${stage.diskMb}m`)
  if (failed !== undefined) throw new Error(`the disk can't be made large again: ${failed}`)
  if (shrunk === 0) throw new Error("the disk can't be made small")
  const recovery = startClock()
  await until(stage, 'a write after the disk was full', () => canWrite(stage))
  return recovery()
}

/** Again and again, since cmux has a reserve that it lets go. How often that worked. */
async function keepFull(stage: Stage): Promise<number> {
  let shrunk = 0
  for (let ms = 0; ms < FULL_MS; ms += SHRINK_EVERY_MS) {
    if (await shrink(stage)) shrunk += 1
    await pause(stage, SHRINK_EVERY_MS)
  }
  return shrunk
}

/** False when something was written between the look and the change: less than what is there is no size. */
async function shrink(stage: Stage): Promise<boolean> {
  const { blocks, bfree, bsize } = statfsSync(stage.home)
  return (await resize(stage, `${(blocks - bfree) * bsize}`)) === undefined
}

/** Why it was not possible. */
async function resize(stage: Stage, size: string): Promise<string | undefined> {
  const { code, stderr } = await runProgram(stage, 'mount', ['-o', `remount,size=${size}`, stage.home])
  return code === 0 ? undefined : stderr.trim()
}

export async function canWrite(stage: Stage): Promise<true | undefined> {
  try {
    const body = { to: 'owner', body: 'Is there room?' }
    return (await ask(stage, 'POST', '/api/messages', { body })).status < 300 ? true : undefined
  } catch {
    return undefined // cut off
  }
}
