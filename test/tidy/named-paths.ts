// The paths that a page names in backticks or links to, and which of them are not there.
import { dirname, join } from 'node:path/posix'

/** Folders of the repository: what begins with one of them, or with a folder of src, is meant as a path from there. */
const ROOTS = new Set(['src', 'test', 'docs', 'scripts', 'bench', 'examples'])
const QUOTED = /`([^`\s]+)`/g
const LINK = /\]\(([^)\s#]+)[^)]*\)/g
const CODE_FILE = /^[\w./-]+\.tsx?$/
const PATH = /^[\w./-]+$/

export interface Page {
  readonly path: string
  readonly text: string
}

/** A README may name a file below its own folder by the end of its path; every other page names it from the root or from src. */
export function findDeadPaths({ path, text }: Page, files: readonly string[]): string[] {
  const folder = dirname(path)
  const exists = makeExists(files)
  const named = [...text.matchAll(QUOTED)].flatMap(([, name = '']) => (isPath(name, files) ? [name] : []))
  const dead = named.filter((name) => !isThere(name, folder, exists, files))
  const links = [...text.matchAll(LINK)].flatMap(([, target = '']) =>
    target.includes(':') || exists(join(folder, target)) ? [] : [target],
  )
  return [...new Set([...dead, ...links])]
}

function isPath(name: string, files: readonly string[]): boolean {
  if (CODE_FILE.test(name)) return true
  const [first = ''] = name.split('/')
  if (!PATH.test(name) || !name.includes('/')) return false
  return ROOTS.has(first) || files.some((file) => file.startsWith(`src/${first}/`))
}

function isThere(
  name: string,
  folder: string,
  exists: (path: string) => boolean,
  files: readonly string[],
): boolean {
  if (exists(name) || exists(join('src', name)) || exists(join(folder, name))) return true
  if (folder === '.' || name.startsWith('.')) return false
  return files.some((file) => file.startsWith(`${folder}/`) && file.endsWith(`/${name}`))
}

/** Folders too, with or without their last slash. */
function makeExists(files: readonly string[]): (path: string) => boolean {
  const all = new Set(files)
  for (const file of files)
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) all.add(folder)
  return (path) => all.has(path.replace(/\/$/, '')) || path === '.'
}
