// From walls as they are wished to walls as they can be built here: links followed, what is not there left out or made.
import { constants, copyFile, lstat, mkdir, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute } from 'node:path'
import type { Mount, Wall } from '../../core/confinement/wall.ts'
import { listLinks } from './list-links.ts'

const PRIVATE_FOLDER = 0o700

export async function settleWalls(walls: readonly Wall[]): Promise<Mount[]> {
  const mounts: Mount[] = []
  for (const wall of walls) if (isAbsolute(wall.path)) mounts.push(...(await settle(wall)))
  return mounts
}

function settle(wall: Wall): Promise<Mount[]> {
  if (wall.kind === 'private') return settlePrivate(wall)
  if (wall.kind === 'copy') return settleCopy(wall)
  if (wall.kind === 'given') return settleGiven(wall)
  if (wall.kind === 'program') return settleProgram(wall.path)
  return settlePlain(wall)
}

async function settlePlain(
  wall: Extract<Wall, { kind: 'hidden' | 'readable' | 'writable' }>,
): Promise<Mount[]> {
  const { kind, path } = wall
  if ('make' in wall) await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER })
  const real = await realPath(path)
  if (real === undefined) return kind === 'hidden' && wall.pinned ? [emptyPlace(path)] : []
  const isFolder = (await stat(real)).isDirectory()
  const pin = 'pinned' in wall ? { isPinned: true as const } : {}
  const there = { path: real, kind, source: real, isFolder, ...pin }
  return real === path || kind === 'hidden' ? [there] : [there, ...(await listLinks(path))]
}

const emptyPlace = (path: string): Mount => ({
  path,
  kind: 'hidden',
  source: path,
  isFolder: true,
  isPinned: true,
})

/** Its last name need not be there; what leads to it is followed. */
async function settlePrivate({ path, from }: Extract<Wall, { kind: 'private' }>): Promise<Mount[]> {
  await mkdir(from, { recursive: true, mode: PRIVATE_FOLDER })
  const place = (await realPath(path)) ?? path
  return [{ path: place, kind: 'writable', source: from, isFolder: true }]
}

async function settleCopy(wall: Extract<Wall, { kind: 'copy' }>): Promise<Mount[]> {
  const { path, from } = wall
  const theirs = await realPath(path)
  if (theirs !== undefined && (await isDue(wall, theirs))) {
    await mkdir(dirname(from), { recursive: true, mode: PRIVATE_FOLDER })
    await rm(from, { force: true, recursive: true })
    // Nothing is written through a link that an agent may have put there.
    await copyFile(theirs, from, constants.COPYFILE_EXCL)
  }
  const isThere = await isFile(from)
  return isThere ? [{ path, kind: 'writable', source: from, isFolder: false }] : []
}

async function settleGiven({ path, from }: Extract<Wall, { kind: 'given' }>): Promise<Mount[]> {
  const source = await realPath(from)
  if (source === undefined) return []
  const place = (await realPath(path)) ?? path
  return [{ path: place, kind: 'readable', source, isFolder: (await stat(source)).isDirectory() }]
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

/** A program seldom stands alone: its package, the packages beside it, and the libraries of a prefix belong to it. */
async function settleProgram(path: string): Promise<Mount[]> {
  const real = await realPath(path)
  if (real === undefined) return []
  const places = [path, real, dirname(real), packagesOf(real), prefixOf(real)]
  return settleWalls(
    places.flatMap((place): Wall[] => (place === undefined ? [] : [{ kind: 'readable', path: place }])),
  )
}

function packagesOf(path: string): string | undefined {
  const [, packages] = /^(.*?\/node_modules)\//.exec(path) ?? []
  return packages
}

function prefixOf(path: string): string | undefined {
  const folder = dirname(path)
  return basename(folder) === 'bin' ? dirname(folder) : undefined
}

async function realPath(path: string): Promise<string | undefined> {
  try {
    await lstat(path)
    return await realpath(path)
  } catch {
    return undefined // not there, or a link to nothing, or not for us to see: and so not for the agent
  }
}
