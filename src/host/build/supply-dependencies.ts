// Gives a build tree its dependencies: from a cache in the home, one folder a lockfile, filled by npm, which checks every archive
// against the lockfile, and compared file by file before each build. What is installed in a checkout is never used: anybody who works
// there can write it.
import { createHash } from 'node:crypto'
import {
  chmodSync,
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
import { readChildEnvironment } from '../environment.ts'
import { findStrangeFile, writeRecord } from './find-strange-file.ts'
import { removeLeftovers } from './remove-leftovers.ts'
import { requireFolder } from '../require-folder.ts'
import { requireSpace } from '../backups/require-space.ts'
import { requireSums } from './require-sums.ts'
import { runTool } from './run-tool.ts'

/** A first install on a slow line takes minutes. */
const INSTALL_LIMIT_MS = 10 * 60_000
/** What an install of ours weighs, when there is none to look at. */
const INSTALL_BYTES = 256 * 1024 ** 2
/** Two branches with different lockfiles can be built in turn; older ones are fetched again when they are needed. */
const LOCKFILES_KEPT = 3

export interface Needs {
  readonly home: string
  readonly tree: string
  readonly say: (text: string) => void
  readonly signal?: AbortSignal | undefined
}

/** Resolves with the folder in the cache that they come from. */
export async function supplyDependencies(needs: Needs): Promise<string> {
  const shelf = requireFolder(needs.home, 'cache', 'dependencies')
  const lockfile = readFileSync(join(needs.tree, 'package-lock.json'), 'utf8')
  requireSums(lockfile)
  const sum = createHash('sha256').update(lockfile).digest('hex')
  const cached = join(shelf, sum)
  if (existsSync(cached)) dropStrange(needs, cached)
  if (existsSync(cached)) markUsed(cached)
  else await fill(needs, shelf, sum)
  linkPackages(join(cached, 'node_modules'), join(needs.tree, 'node_modules'))
  return cached
}

function dropStrange({ say }: Needs, cached: string): void {
  const strange = findStrangeFile(cached)
  if (strange === undefined) return
  say(`the packages that were kept are not as they were installed (${strange}): they are installed anew`)
  // In one step: another build finds all of it or nothing.
  const dropped = `${cached}.${process.pid}.tmp`
  renameSync(cached, dropped)
  rmSync(dropped, { recursive: true, force: true })
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
    await install(needs, building)
    writeRecord(building)
    renameSync(building, join(shelf, sum))
  } catch (error) {
    rmSync(building, { recursive: true, force: true })
    // Another build may have filled it meanwhile: theirs is ours.
    if (!existsSync(join(shelf, sum))) throw error
  }
  dropOldest(shelf)
}

async function install({ home, tree, say, signal }: Needs, folder: string): Promise<void> {
  requireSpace(home, INSTALL_BYTES, 'installing the dependencies')
  say('installing the dependencies of that commit…')
  const fetched = requireFolder(folder, 'fetched')
  // Not its .npmrc: the person's own says where packages come from, and a commit could send npm, with what npm knows, elsewhere.
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(join(tree, name), join(fetched, name))
  const env = readChildEnvironment('install')
  await runTool({
    what: '`npm ci`',
    program: 'npm',
    args: [
      'ci',
      '--include=dev',
      '--ignore-scripts',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    cwd: fetched,
    env: { ...env, PATH: [dirname(process.execPath), env['PATH']].join(delimiter) },
    limitMs: INSTALL_LIMIT_MS,
    signal,
  })
  copyTree(join(fetched, 'node_modules'), join(folder, 'node_modules'), { place: moveReadOnly })
  rmSync(fetched, { recursive: true, force: true })
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
