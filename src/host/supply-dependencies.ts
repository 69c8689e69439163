// Gives a build tree its dependencies: from a cache in the home, one folder a lockfile. The live checkout's own are only
// ever copied from, so that nobody's edit in there reaches a build.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { copyTree } from './copy-tree.ts'
import { readChildEnvironment } from './environment.ts'
import { removeLeftovers } from './remove-leftovers.ts'
import { requireFolder } from './require-folder.ts'
import { requireSpace, sizeOf } from './require-space.ts'
import { runTool } from './run-tool.ts'

/** A first install on a slow line takes minutes. */
const INSTALL_LIMIT_MS = 10 * 60_000
/** What an install of ours weighs, when there is none to look at. */
const INSTALL_BYTES = 256 * 1024 ** 2
/** Two branches with different lockfiles can be built in turn; older ones are fetched again when they are needed. */
const LOCKFILES_KEPT = 3

export interface Needs {
  readonly home: string
  readonly checkout: string
  readonly tree: string
  readonly say: (text: string) => void
  readonly signal?: AbortSignal | undefined
}

/** Resolves with the folder in the cache that they come from. */
export async function supplyDependencies(needs: Needs): Promise<string> {
  const shelf = requireFolder(needs.home, 'cache', 'dependencies')
  const sum = createHash('sha256')
    .update(readFileSync(join(needs.tree, 'package-lock.json')))
    .digest('hex')
  const cached = join(shelf, sum)
  if (existsSync(cached)) markUsed(cached)
  else await fill(needs, shelf, sum)
  linkPackages(join(cached, 'node_modules'), join(needs.tree, 'node_modules'))
  return cached
}

/** The one that was used longest ago is dropped first. */
function markUsed(cached: string): void {
  const now = new Date()
  utimesSync(cached, now, now)
}

/**
 * A link for each package: a link for each file took longer to make, and to remove, than the rest of a build. The packages are
 * read-only, and looked at after the build (find-touched.ts); the folder is the tree's own, as tools write beside the packages.
 */
function linkPackages(packages: string, folder: string): void {
  mkdirSync(folder)
  for (const name of readdirSync(packages)) symlinkSync(join(packages, name), join(folder, name))
}

async function fill(needs: Needs, shelf: string, sum: string): Promise<void> {
  removeLeftovers(shelf)
  const building = join(shelf, `${sum}.${process.pid}.tmp`)
  try {
    if (!copyFromCheckout(needs, sum, join(building, 'node_modules'))) await install(needs, building)
    renameSync(building, join(shelf, sum))
  } catch (error) {
    rmSync(building, { recursive: true, force: true })
    // Another build may have filled it meanwhile: theirs is ours.
    if (!existsSync(join(shelf, sum))) throw error
  }
  dropOldest(shelf)
}

/** True when the checkout had what this lockfile asks for, before and after: somebody may be installing there. */
function copyFromCheckout({ home, checkout }: Needs, sum: string, to: string): boolean {
  const from = join(checkout, 'node_modules')
  const isFit = () => readMark(join(from, '.cmux-lockfile')) === sum
  if (!isFit()) return false
  requireSpace(home, sizeOf(from), 'a copy of the dependencies')
  try {
    copyTree(from, to, { place: copyReadOnly, without: ['.cache', '.vite', '.vite-temp'] })
    if (isFit()) return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  rmSync(to, { recursive: true, force: true })
  return false
}

async function install({ home, tree, say, signal }: Needs, folder: string): Promise<void> {
  requireSpace(home, INSTALL_BYTES, 'installing the dependencies')
  say('installing the dependencies of that commit…')
  const fetched = requireFolder(folder, 'fetched')
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    if (existsSync(join(tree, name))) copyFileSync(join(tree, name), join(fetched, name))
  const env = readChildEnvironment('install')
  await runTool({
    what: '`npm ci`',
    program: 'npm',
    args: ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    cwd: fetched,
    env: { ...env, PATH: [dirname(process.execPath), env['PATH']].join(delimiter) },
    limitMs: INSTALL_LIMIT_MS,
    signal,
  })
  copyTree(join(fetched, 'node_modules'), join(folder, 'node_modules'), { place: moveReadOnly })
  rmSync(fetched, { recursive: true, force: true })
}

function copyReadOnly(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
  chmodSync(to, statSync(to).mode & 0o555)
}

function moveReadOnly(from: string, to: string): void {
  renameSync(from, to)
  chmodSync(to, statSync(to).mode & 0o555)
}

function dropOldest(shelf: string): void {
  const ages = readdirSync(shelf)
    .filter((name) => !name.endsWith('.tmp'))
    .map((name) => ({ name, atMs: statSync(join(shelf, name)).mtimeMs }))
  for (const { name } of ages.toSorted((a, b) => b.atMs - a.atMs).slice(LOCKFILES_KEPT))
    rmSync(join(shelf, name), { recursive: true, force: true })
}

function readMark(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // not installed by us, or not at all
  }
}
