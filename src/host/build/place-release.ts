// Puts a build into releases/, whole or not at all. A release is never changed once it is there.
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { findDamage, readManifest, type Manifest } from './manifest.ts'
import { requireFolder } from '../require-folder.ts'
import { requireSpace, sizeOf } from '../backups/require-space.ts'
import { syncPath } from './sync-path.ts'

/** The id of the release that is there now. */
export function placeRelease(home: string, programs: string): string {
  const { id, files } = readManifest(programs)
  const place = join(requireFolder(home, 'releases'), id)
  if (programs === place) refuseDamaged(place, files)
  else if (!existsSync(place)) copyVerified(home, programs, place, files)
  else if (findDamage(place, files) !== undefined) replaceDamaged(home, programs, place, files)
  return id
}

function refuseDamaged(folder: string, files: Manifest['files']): void {
  const damaged = findDamage(folder, files)
  if (damaged === undefined) return
  throw new CmuxError('START_FAILED', `the build is damaged: ${damaged} is not what was built`)
}

function copyVerified(home: string, from: string, to: string, files: Manifest['files']): void {
  const names = [...Object.keys(files), 'manifest.json']
  requireSpace(
    home,
    names.reduce((sum, name) => sum + sizeOf(join(from, name)), 0),
    `installing ${basename(to)}`,
  )
  const building = join(requireFolder(home, 'builds'), `${basename(to)}.${process.pid}.tmp`)
  try {
    for (const name of names) cpSync(join(from, name), join(building, name))
    refuseDamaged(building, files)
    for (const name of names) syncPath(join(building, name))
    renameUnlessThere(building, to)
    syncPath(dirname(to))
  } finally {
    rmSync(building, { recursive: true, force: true })
  }
}

/** Two builds of one commit may end at the same moment; they are the same, so the first is as good as the second. */
function renameUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    const taken =
      error instanceof Error && 'code' in error && /^(?:ENOTEMPTY|EEXIST)$/.test(String(error.code))
    if (!taken) throw error
  }
}

/** Nobody changes a release; a disk or a hand that did is undone, and what was there is kept for whoever wonders. */
function replaceDamaged(home: string, from: string, to: string, files: Manifest['files']): void {
  const aside = join(home, `set-aside-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
  mkdirSync(aside, { mode: 0o700 })
  renameSync(to, join(aside, basename(to)))
  copyVerified(home, from, to, files)
}
