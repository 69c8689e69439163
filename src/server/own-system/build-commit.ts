// Makes a commit a release, for a change: by the builder of the release that serves, in a process of its own. What it runs of the
// commit is an agent's code, so that part is behind walls: it writes in its own folder, and reaches nobody.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { runProgram } from '../../adapters/process/run-program.ts'
import { encloseBuild, type BuildPlace } from '../../core/improve/enclose-build.ts'
import type { EncloseDeps } from '../../core/improve/enclose-check.ts'

/** The builder has limits of its own for each of its steps, an installation included. */
const LIMIT_MS = 15 * 60_000

const Answer = z.union([z.object({ id: z.string() }), z.object({ failed: z.string() })])
type Answer = z.infer<typeof Answer>

export interface BuildDeps extends EncloseDeps {
  readonly home: string
  /** The one that serves. */
  readonly release: { readonly id: string }
}

export async function buildCommit(
  deps: BuildDeps,
  checkout: string,
  commit: string,
  signal: AbortSignal,
): Promise<Answer> {
  const { home, release } = deps
  const builds = join(home, 'builds')
  await mkdir(builds, { recursive: true, mode: 0o700 })
  const folder = join(builds, `${commit}.${process.pid}.tmp`)
  await rm(folder, { recursive: true, force: true })
  const tree = join(folder, 'tree')
  const script = join(tree, 'scripts', 'build.ts')
  const place: BuildPlace = {
    folder,
    tree,
    installed: join(home, 'cache', 'dependencies'),
    command: [process.execPath, script, commit, join(folder, 'dist')],
  }
  try {
    const command = await encloseBuild(deps, place)
    const box = command && ['--box', JSON.stringify({ place: folder, command })]
    const program = join(home, 'releases', release.id, 'builder.mjs')
    const args = [program, '--home', home, '--checkout', checkout, '--commit', commit, ...(box ?? [])]
    const { stdout, stderr } = await runProgram(process.execPath, args, LIMIT_MS, { leash: signal })
    return parse(stdout) ?? { failed: `the builder said nothing: ${stderr.trim()}` }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function parse(text: string): Answer | undefined {
  try {
    return Answer.safeParse(JSON.parse(text)).data
  } catch {
    return undefined // it was ended before it could answer
  }
}
