// Makes a commit a release: built in a tree of its own under the home, by its own build script, never in the checkout that
// somebody is editing. The same commit gives the same release, so one that is there is not built again.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CmuxError } from '../protocol/cmux-error.ts'
import { readChildEnvironment } from './environment.ts'
import { exportTree, measureTree } from './export-tree.ts'
import { findTouched } from './find-touched.ts'
import { findDamage, readManifest } from './manifest.ts'
import { placeRelease } from './place-release.ts'
import { removeLeftovers } from './remove-leftovers.ts'
import { requireFolder } from './require-folder.ts'
import { requireSpace } from './require-space.ts'
import { resolveCommit } from './resolve-commit.ts'
import { runTool } from './run-tool.ts'
import { supplyDependencies } from './supply-dependencies.ts'

/** Takes one to two seconds; a busy machine is slower, and a build that hangs must end. */
const BUILD_LIMIT_MS = 120_000
/** Several times what a release weighs. */
const OUTPUT_BYTES = 16 * 1024 ** 2

export interface BuildOrder {
  readonly home: string
  readonly checkout: string
  /** Whatever git takes for a commit. */
  readonly ref: string
  readonly say: (text: string) => void
}

export interface BuiltRelease {
  readonly id: string
  readonly commit: string
  /** False: it was there already. */
  readonly built: boolean
}

export async function buildRelease(order: BuildOrder): Promise<BuiltRelease> {
  const { home, checkout, ref, say } = order
  const commit = await resolveCommit(checkout, ref)
  const known = findRelease(home, commit)
  if (known !== undefined) return { id: known, commit, built: false }
  const builds = requireFolder(home, 'builds')
  removeLeftovers(builds)
  requireSpace(home, (await measureTree(checkout, commit)) + OUTPUT_BYTES, 'the build')
  say(`building ${commit.slice(0, 12)}…`)
  const place = join(builds, `${commit}.${process.pid}.tmp`)
  try {
    return { id: placeRelease(home, await build(order, commit, place)), commit, built: true }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** The release of exactly this commit, if it is there and whole. */
function findRelease(home: string, commit: string): string | undefined {
  const releases = join(home, 'releases')
  if (!existsSync(releases)) return undefined
  return readdirSync(releases).find((id) => {
    const folder = join(releases, id)
    if (!id.startsWith(commit.slice(0, 12)) || !existsSync(join(folder, 'manifest.json'))) return false
    const manifest = readManifest(folder)
    const isIt = manifest.id === id && manifest.commit === commit && manifest.dirty !== true
    return isIt && findDamage(folder, manifest.files) === undefined
  })
}

/** Resolves with the folder of the programs. */
async function build({ home, checkout, say }: BuildOrder, commit: string, place: string): Promise<string> {
  const [tree, output] = [join(place, 'tree'), join(place, 'dist')]
  await exportTree(checkout, commit, tree)
  const dependencies = await supplyDependencies({ home, checkout, tree, say })
  const startedMs = Date.now()
  await runTool({
    what: `the build of ${commit.slice(0, 12)}`,
    program: process.execPath,
    args: [join(tree, 'scripts', 'build.ts'), commit, output],
    cwd: tree,
    env: { ...readChildEnvironment('build'), HOME: place, NO_COLOR: '1', TZ: 'UTC', LC_ALL: 'C' },
    limitMs: BUILD_LIMIT_MS,
  })
  refuseTouched(dependencies, startedMs)
  refuseForeign(output, commit)
  return output
}

/** A build that patched its dependencies would have patched those of every build after it. */
function refuseTouched(dependencies: string, startedMs: number): void {
  const touched = findTouched(dependencies, startedMs)
  if (touched === undefined) return
  rmSync(dependencies, { recursive: true, force: true })
  throw new CmuxError('BUILD_FAILED', `the build wrote into its dependencies: ${touched}`)
}

function refuseForeign(output: string, commit: string): void {
  const manifest = existsSync(join(output, 'manifest.json')) ? readManifest(output) : undefined
  if (manifest?.commit === commit && manifest.dirty !== true && manifest.id.startsWith(commit.slice(0, 12)))
    return
  throw new CmuxError(
    'BUILD_FAILED',
    `the build script of ${commit.slice(0, 12)} did not build that commit`,
    {
      hint: 'commits from before `cmux release build` can not be built by it',
    },
  )
}
