// From walls as they are wished to walls as they can be built here: links followed, what is not there left out or made.
import {
  constants,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import type { Mount, Wall } from '../../core/confinement/wall.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { gatherFiles } from './gather-files.ts'
import { listLinks } from './list-links.ts'
import { listProgramPlaces, listProgramsPlaces } from './program-places.ts'

const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600

type CopyOnly = NonNullable<Extract<Wall, { kind: 'copy' }>['only']>

export async function settleWalls(walls: readonly Wall[]): Promise<Mount[]> {
  const mounts: Mount[] = []
  let together: Promise<Mount[]>[] = []
  for (const wall of walls.filter(({ path }) => isAbsolute(path))) {
    together.push(settle(wall))
    if (!isMaking(wall)) continue
    // What is made may be looked at by a later row.
    mounts.push(...(await Promise.all(together)).flat())
    together = []
  }
  return [...mounts, ...(await Promise.all(together)).flat()]
}

const isMaking = (wall: Wall) => wall.kind === 'private' || wall.kind === 'copy' || 'make' in wall

function settle(wall: Wall): Promise<Mount[]> {
  if (wall.kind === 'private') return settlePrivate(wall)
  if (wall.kind === 'copy') return settleCopy(wall)
  if (wall.kind === 'given') return settleGiven(wall)
  if (wall.kind === 'program') return settleProgram(wall)
  if (wall.kind === 'programs') return settlePrograms(wall)
  if (wall.kind === 'gathered') return gatherFiles(wall)
  if (wall.kind === 'family') return settleFamily(wall.path)
  return settlePlain(wall)
}

async function settlePlain(
  wall: Extract<Wall, { kind: 'hidden' | 'readable' | 'writable' }>,
): Promise<Mount[]> {
  const { kind, path } = wall
  if ('within' in wall) await refuseLinkOut(path, wall.within)
  if ('make' in wall) await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER })
  const real = await realPath(path)
  if (real === undefined) return kind === 'hidden' && wall.pinned ? [emptyPlace(await placeOf(path))] : []
  const isFolder = (await stat(real)).isDirectory()
  const pin = 'pinned' in wall ? { isPinned: true as const } : {}
  const there = { path: real, kind, source: real, isFolder, ...pin }
  return real === path || (kind === 'hidden' && !wall.pinned) ? [there] : [there, ...(await listLinks(path))]
}

/** Else whoever writes a link there would choose what is shown in the sandbox. */
async function refuseLinkOut(path: string, folder: string): Promise<void> {
  const [real, root] = [await placeOf(path), await placeOf(folder)]
  if (real.startsWith(`${root}/`)) return
  throw new CmuxError('CONFLICT', `${path} leads out of ${folder}`, {
    hint: 'make it a folder instead of a link, then start the agent again',
  })
}

const emptyPlace = (path: string): Mount => ({
  path,
  kind: 'hidden',
  source: path,
  isFolder: true,
  isPinned: true,
})

async function settlePrivate({ path, from }: Extract<Wall, { kind: 'private' }>): Promise<Mount[]> {
  await mkdir(from, { recursive: true, mode: PRIVATE_FOLDER })
  return [{ path: await placeOf(path), kind: 'writable', source: from, isFolder: true }]
}

async function settleCopy(wall: Extract<Wall, { kind: 'copy' }>): Promise<Mount[]> {
  const { path, from } = wall
  const theirs = await realPath(path)
  if (theirs !== undefined && (await isDue(wall, theirs))) {
    await mkdir(dirname(from), { recursive: true, mode: PRIVATE_FOLDER })
    await rm(from, { force: true, recursive: true })
    // Nothing is written through a link that an agent may have put there.
    if (wall.only) await copyOnly(theirs, from, wall.only)
    else await copyFile(theirs, from, constants.COPYFILE_EXCL)
  }
  const place = join(await placeOf(dirname(path)), basename(path))
  return (await isFile(from)) ? [{ path: place, kind: 'writable', source: from, isFolder: false }] : []
}

/** Of what can't be read as JSON nothing is copied: nobody knows what is in it. */
async function copyOnly(theirs: string, from: string, { key, folder }: CopyOnly): Promise<void> {
  const whole = parseObject(await readFile(theirs, 'utf8'))
  const folders = Object.entries(Object(whole[key]) as Record<string, unknown>)
  const kept = folders.filter(([name]) => folder === name || folder.startsWith(`${name}/`))
  const text = JSON.stringify({ ...whole, ...(key in whole && { [key]: Object.fromEntries(kept) }) }, null, 2)
  await writeFile(from, text, { flag: 'wx', mode: PRIVATE_FILE })
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    return {} // its owner is in the middle of writing it, or it is no JSON
  }
}

async function settleGiven({ path, from }: Extract<Wall, { kind: 'given' }>): Promise<Mount[]> {
  const source = await realPath(from)
  if (source === undefined) return []
  const isFolder = (await stat(source)).isDirectory()
  return [{ path: await placeOf(path), kind: 'readable', source, isFolder }]
}

async function isDue({ from, when }: Extract<Wall, { kind: 'copy' }>, theirs: string): Promise<boolean> {
  if (!(await isFile(from))) return true
  return when === 'newer' && (await stat(theirs)).mtimeMs > (await lstat(from)).mtimeMs
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isFile()
  } catch {
    return false // not there yet
  }
}

async function settleProgram({ path, homes }: Extract<Wall, { kind: 'program' }>): Promise<Mount[]> {
  const real = await realPath(path)
  return real === undefined ? [] : settleWalls(listProgramPlaces(path, real, homes))
}

async function settlePrograms({ path, homes }: Extract<Wall, { kind: 'programs' }>): Promise<Mount[]> {
  return path === '/' ? [] : settleWalls(await listProgramsPlaces(path, homes))
}

async function settleFamily(path: string): Promise<Mount[]> {
  const names = await readdir(dirname(path)).catch(() => [])
  const family = names.filter((name) => name.startsWith(basename(path)))
  return settleWalls(family.map((name) => ({ kind: 'readable', path: join(dirname(path), name) })))
}

/** Where something is to stand: its last names need not be there; what leads to them is followed. */
async function placeOf(path: string): Promise<string> {
  const real = await realPath(path)
  return real ?? (path === '/' ? path : join(await placeOf(dirname(path)), basename(path)))
}

async function realPath(path: string): Promise<string | undefined> {
  try {
    await lstat(path)
    return await realpath(path)
  } catch {
    return undefined // not there, or a link to nothing, or not for us to see: and so not for the agent
  }
}
