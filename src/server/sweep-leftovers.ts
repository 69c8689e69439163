// A rehearsal or a build that was killed leaves a copy and perhaps a process behind; whoever leads next has them removed.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '../adapters/process/run-program.ts'
import type { Context } from './context.ts'

const SWEEP_LIMIT_MS = 30_000

export async function sweepLeftovers({ home, release, log }: Context): Promise<void> {
  const list = (name: string) => readdir(join(home, name), { withFileTypes: true }).catch(() => [])
  const entries = [...(await list('rehearsals')), ...(await list('builds'))]
  if (!entries.some((entry) => entry.isDirectory())) return
  const program = join(home, 'releases', release.id, 'rehearse.mjs')
  const args = [program, '--home', home, '--sweep']
  const { code, stderr } = await runProgram(process.execPath, args, SWEEP_LIMIT_MS)
  if (code !== 0) log.warn({ code, stderr }, 'leftovers of rehearsals and builds could not be removed')
}
