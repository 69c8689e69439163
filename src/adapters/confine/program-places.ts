// What programs need besides themselves: their packages, and the libraries of the prefix that they are installed in. Never a prefix as
// a whole: other things may lie there, and of a program in `~/bin` the prefix is the home.
import { readdir, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Wall } from '../../core/confinement/wall.ts'

const READABLE = 'readable' as const
const PROGRAM_FOLDERS = new Set(['bin', 'sbin', 'libexec'])
/** Of a prefix: libraries, headers, and the file that makes it an environment of Python's. */
const PARTS = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libexec', 'include', 'pyvenv.cfg']

/** `path`: as it is called; `real`: where that leads. */
export function listProgramPlaces(path: string, real: string, homes: readonly string[]): Wall[] {
  return [...new Set([path, real, ...belongingTo(real, homes)])].map((each) => ({
    kind: READABLE,
    path: each,
  }))
}

/** A folder of the PATH: what is in it, and where its links lead outside of people's homes. */
export async function listProgramsPlaces(folder: string, homes: readonly string[]): Promise<Wall[]> {
  const targets = await followLinks(folder)
  const foreign = targets.filter((target) => !homes.some((home) => isInside(target, home)))
  const places = [
    ...partsBeside(folder, homes),
    ...foreign,
    ...foreign.flatMap((real) => belongingTo(real, homes)),
  ]
  return [...new Set([folder, ...places])].map((path) => ({ kind: READABLE, path }))
}

function belongingTo(real: string, homes: readonly string[]): string[] {
  const folder = dirname(real)
  return [
    // A program's own folder, unless that is a place where anything may lie.
    ...(isCommonPlace(folder, homes) ? [] : [folder]),
    // By custom `/opt/NAME` is one package.
    ...first(/^(\/opt\/[^/]+)\//.exec(real)),
    ...first(/^(.*?\/node_modules)\//.exec(real)),
    ...partsBeside(folder, homes),
    ...(PROGRAM_FOLDERS.has(basename(folder)) ? [join(dirname(folder), 'share', basename(real))] : []),
  ]
}

const first = (found: RegExpExecArray | null): string[] => (found?.[1] === undefined ? [] : [found[1]])

function partsBeside(folder: string, homes: readonly string[]): string[] {
  const prefix = dirname(folder)
  if (!PROGRAM_FOLDERS.has(basename(folder)) || prefix === '/' || homes.includes(prefix)) return []
  return PARTS.map((name) => join(prefix, name))
}

/** The root, a folder in it, and a home or a folder around one. */
function isCommonPlace(folder: string, homes: readonly string[]): boolean {
  return dirname(folder) === '/' || homes.some((home) => home === folder || isInside(home, folder))
}

const isInside = (path: string, folder: string) => path.startsWith(`${folder}/`)

/** Where the links in a folder lead, apart from what can be seen in any case. */
async function followLinks(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => join(folder, name))
  const found = await Promise.all(links.map(followLink))
  return [...new Set(found.flat())]
}

async function followLink(path: string): Promise<string[]> {
  try {
    const next = resolve(dirname(path), await readlink(path))
    if (dirname(next) === dirname(path) || next.startsWith('/usr/')) return []
    if (next.startsWith('/etc/alternatives/')) return await followLink(next)
    return [await realpath(next)]
  } catch {
    return [] // it leads nowhere
  }
}
