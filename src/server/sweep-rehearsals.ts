// A rehearsal that was killed leaves a copy and perhaps a process behind; whoever leads next has them removed.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '../adapters/process/run-program.ts'
import type { Context } from './context.ts'

const SWEEP_LIMIT_MS = 30_000

export async function sweepRehearsals({ home, release, log }: Context): Promise<void> {
  const entries = await readdir(join(home, 'rehearsals'), { withFileTypes: true }).catch(() => [])
  if (!entries.some((entry) => entry.isDirectory())) return
  const program = join(home, 'releases', release.id, 'rehearse.mjs')
  const { code, stderr } = await runProgram(
    process.execPath,
    [program, '--home', home, '--sweep'],
    SWEEP_LIMIT_MS,
  )
  if (code !== 0) log.warn({ code, stderr }, 'leftovers of rehearsals could not be removed')
}
