// Makes a commit a release, for a change: by the builder of the release that serves, in a process of its own. What that runs of the
// commit is an agent's code, and is put into the sandbox (`host/build/build-release.ts`).
import { join } from 'node:path'
import { z } from 'zod'
import { runProgram } from '../../adapters/process/run-program.ts'

/** The builder has limits of its own for each of its steps, an installation included. */
const LIMIT_MS = 15 * 60_000

const Answer = z.union([z.object({ id: z.string() }), z.object({ failed: z.string() })])
type Answer = z.infer<typeof Answer>

export interface BuildDeps {
  readonly home: string
  /** The one that serves. */
  readonly release: { readonly id: string }
}

export async function buildCommit(
  { home, release }: BuildDeps,
  checkout: string,
  commit: string,
  signal: AbortSignal,
): Promise<Answer> {
  const program = join(home, 'releases', release.id, 'builder.mjs')
  const args = [program, '--home', home, '--checkout', checkout, '--commit', commit]
  try {
    const { stdout, stderr } = await runProgram(process.execPath, args, LIMIT_MS, { leash: signal })
    return parse(stdout) ?? { failed: `the builder said nothing: ${stderr.trim()}` }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

function parse(text: string): Answer | undefined {
  try {
    return Answer.safeParse(JSON.parse(text)).data
  } catch {
    return undefined // it was ended before it could answer
  }
}
