// A rehearsal or a build that was killed leaves a copy and perhaps a process behind, a killed server its private socket, and a
// removed release its compiled code. The next server that leads removes them.
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { runProgram } from '../../adapters/process/run-program.ts'
import type { Context } from '../context.ts'
import { removeStaleDoors } from './remove-stale-doors.ts'

type Deps = Pick<Context, 'home' | 'log' | 'rehearsing' | 'release' | 'webRoot'>

const SWEEP_LIMIT_MS = 30_000

export async function sweepLeftovers(context: Deps): Promise<void> {
  const { home, release, log } = context
  await removeStaleDoors(home)
  const list = (name: string) => readdir(join(home, name), { withFileTypes: true }).catch(() => [])
  const releases = (await list('releases')).map(({ name }) => name)
  // There are no releases beside the copy of a rehearsal, but compiled code of those that it starts.
  if (!context.rehearsing) await removeCompiledCode(home, [...releases, basename(dirname(context.webRoot))])
  const entries = [...(await list('rehearsals')), ...(await list('builds'))]
  if (!entries.some((entry) => entry.isDirectory())) return
  const program = join(home, 'releases', release.id, 'rehearse.mjs')
  const args = [program, '--home', home, '--sweep']
  const { code, stderr } = await runProgram(process.execPath, args, SWEEP_LIMIT_MS)
  if (code !== 0) log.warn({ code, stderr }, 'leftovers of rehearsals and builds could not be removed')
}

async function removeCompiledCode(home: string, releases: readonly string[]): Promise<void> {
  const cache = join(home, 'watchdog', 'compile-cache')
  const kept = await readdir(cache).catch(() => [])
  const stale = kept.filter((release) => !releases.includes(release))
  await Promise.all(stale.map((release) => rm(join(cache, release), { recursive: true, force: true })))
}
