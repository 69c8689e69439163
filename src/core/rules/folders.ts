// Where a command may run: `cd` leads somewhere only if it works, so after it there can be several places.
import { joinPath } from '../../lib/join-path.ts'
import type { KnownWord } from './known-word.ts'

/** Null: nobody knows where. */
export type Folders = readonly (string | null)[]

/** After a command that worked, and after one that failed. */
export interface After {
  readonly ok: Folders
  readonly failed: Folders
}

const FOLDERS_MAX = 8

export function sameFolders(folders: Folders): After {
  return { ok: folders, failed: folders }
}

export function eitherFolders(...all: readonly Folders[]): Folders {
  const found = [...new Set(all.flat())]
  return found.length > FOLDERS_MAX ? [null] : found
}

export function enterFolder(folders: Folders, words: readonly KnownWord[], home: string): After {
  const [target, ...more] = words.filter(({ text }) => text === null || !/^-[LPe@]+$|^--$/.test(text))
  if (more.length > 0) return { ok: [null], failed: folders }
  if (!target) return { ok: [home], failed: folders }
  const { text, isPattern } = target
  if (text === null || isPattern || text === '-' || text === '' || /^[+-]\d/.test(text))
    return { ok: [null], failed: folders }
  return { ok: folders.map((folder) => resolveIn(folder, text)), failed: folders }
}

function resolveIn(folder: string | null, path: string): string | null {
  if (path.startsWith('/')) return path
  return folder === null ? null : joinPath(folder, path)
}

/** What a path may mean from each of these. */
export function pathsFrom(folders: Folders, path: string): string[] | null {
  const found = folders.map((folder) => resolveIn(folder, path))
  return found.includes(null) ? null : [...new Set(found as string[])]
}
