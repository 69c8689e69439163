// Makes a commit a release: built in a tree of its own under the home, by its own build script, never in the checkout that
// somebody is editing. The same commit gives the same release, so one that is there is not built again.
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { BuildPlace } from '../../protocol/agents/sandbox-order.ts'
import { composeSandbox } from './compose-sandbox.ts'
import { readChildEnvironment } from '../environment.ts'
import { exportTree, measureTree } from './export-tree.ts'
import { findTouched } from '../commit-hook/find-touched.ts'
import { findDamage, readManifest } from './manifest.ts'
import { placeRelease } from './place-release.ts'
import { removeLeftovers } from './remove-leftovers.ts'
import { requireFolder } from '../require-folder.ts'
import { requireSpace } from '../backups/require-space.ts'
import { resolveCommit } from './resolve-commit.ts'
import { runTool } from './run-tool.ts'
import { supplyDependencies } from './supply-dependencies.ts'

/** Takes one to two seconds; a busy machine is slower, and a build that hangs must end. */
const BUILD_LIMIT_MS = 120_000
/** Several times what a release weighs. */
const OUTPUT_BYTES = 16 * 1024 ** 2

/** The same everywhere, so that the output is. */
const ALIKE = { NO_COLOR: '1', TZ: 'UTC', LC_ALL: 'C' } as const

export interface BuildOrder {
  readonly home: string
  readonly checkout: string
  /** Whatever git takes for a commit. */
  readonly ref: string
  readonly say: (text: string) => void
  /** Where the other programs of this build are: one of them composes the sandbox. */
  readonly programs: string
  /** It is the HEAD of the checkout that a person has called us from: without a sandbox it is built all the same, and that is said. */
  readonly isOwnHead?: true
  readonly signal?: AbortSignal | undefined
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
  const builds = requireFolder(home, 'builds')
  // Also when there is nothing to build: whoever built it may have been killed right after.
  removeLeftovers(builds)
  const known = findRelease(home, commit)
  if (known !== undefined) return { id: known, commit, built: false }
  requireSpace(home, (await measureTree(checkout, commit)) + OUTPUT_BYTES, 'the build')
  say(`building ${commit.slice(0, 12)}…`)
  const place = join(builds, `${commit}.${process.pid}.tmp`)
  try {
    return { id: placeRelease(home, await build(order, commit, place)), commit, built: true }
  } finally {
    rmSync(place, { recursive: true, force: true })
    // A server that was on its way out as we began may have left one, too.
    removeLeftovers(builds)
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
async function build(order: BuildOrder, commit: string, place: string): Promise<string> {
  const { home, checkout, say, signal } = order
  const [tree, output] = [join(place, 'tree'), join(place, 'dist')]
  const bare = [process.execPath, join(tree, 'scripts', 'build.ts'), commit, output] as const
  const sandboxed = await encloseBuild(order, { folder: place, tree, command: bare })
  await exportTree(checkout, commit, tree)
  const dependencies = await supplyDependencies({ home, tree, say, signal })
  const [program, ...args] = sandboxed ?? bare
  const startedMs = Date.now()
  await runTool({
    what: `the build of ${commit.slice(0, 12)}`,
    program,
    args,
    cwd: tree,
    env: { ...readChildEnvironment(sandboxed ? 'boxed build' : 'build'), HOME: place, ...ALIKE },
    limitMs: BUILD_LIMIT_MS,
    signal,
    ownGroup: true,
  })
  // In the sandbox it can only read them.
  if (!sandboxed) refuseTouched(dependencies, startedMs)
  refuseStrange(output)
  refuseForeign(output, commit)
  return output
}

/** The build script is code of the commit, whoever wrote that. Undefined: without a sandbox, by a person's word. */
async function encloseBuild(
  { home, programs, say, isOwnHead }: BuildOrder,
  place: Omit<BuildPlace, 'installed'>,
): Promise<BuildPlace['command'] | undefined> {
  const installed = join(home, 'cache', 'dependencies')
  try {
    const answer = await composeSandbox(programs, { kind: 'build', home, place: { ...place, installed } })
    if (answer.kind === 'sandboxed') return answer.command
    say(`building without a sandbox: ${answer.why}`)
  } catch (error) {
    if (isOwnHead !== true || !(error instanceof CmuxError)) throw error
    say(`building the HEAD of your checkout without a sandbox: ${error.message}\nfix: ${error.hint}`)
  }
  return undefined
}

/** A build that patched its dependencies would have patched those of every build after it. */
function refuseTouched(dependencies: string, startedMs: number): void {
  const touched = findTouched(dependencies, startedMs)
  if (touched === undefined) return
  rmSync(dependencies, { recursive: true, force: true })
  throw new CmuxError('BUILD_FAILED', `the build wrote into its dependencies: ${touched}`)
}

/** A link would be followed by whoever reads the release, to what its target is then. */
function refuseStrange(output: string): void {
  const found = lstatSync(output, { throwIfNoEntry: false })
  const entries = found?.isDirectory() ? readdirSync(output, { recursive: true, withFileTypes: true }) : []
  const strange = entries.find((entry) => !entry.isFile() && !entry.isDirectory())
  if (strange === undefined && found?.isSymbolicLink() !== true) return
  throw new CmuxError(
    'BUILD_FAILED',
    `the build made something that is no plain file: ${strange?.name ?? output}`,
  )
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
