// The server's program: reads its settings, starts, and serves until told to stop. Its loader calls `start` (loader-main.ts).
import { join } from 'node:path'
import { makeSystemClock } from '../adapters/clock/system-clock.ts'
import { CmuxError } from '../protocol/cmux-error.ts'
import { loadSettings } from './config.ts'
import { makeContext } from './context.ts'
import { endAgents } from './end-agents.ts'
import { makeApp } from './http/make-app.ts'
import type { CompiledCode } from './load-program.ts'
import { programsLink } from './point-programs.ts'
import { readRelease } from './release.ts'
import { serveAlone } from './lead/serve-alone.ts'
import { serveGuarded } from './lead/serve-guarded.ts'
import { makeSuperior } from './lead/superior.ts'

/** Once told to stop: shorter than the 5 s that are granted before SIGKILL. */
const STOP_LIMIT_MS = 4000

/** Resolves with the signal that ended the server, if one did and somebody guards it. */
async function main(compiled: CompiledCode): Promise<NodeJS.Signals | undefined> {
  // SQLite and others make files with the default mode: nothing of ours is for anybody else.
  process.umask(0o077)
  // Words that find no room on the disk are lost, and that must not be the end of us.
  process.stderr.on('error', () => undefined)
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => setTimeout(() => process.kill(process.pid, signal), STOP_LIMIT_MS).unref())
  const settings = loadSettings(process.argv.slice(2))
  const { door } = settings
  if (settings.endAgents) {
    process.send?.({ kind: 'ready', ended: await endAgents(settings) })
    return undefined
  }
  const release = readRelease(import.meta.dirname)
  const superior = makeSuperior(makeSystemClock())
  const webRoot = join(import.meta.dirname, 'web')
  // Agents outlive releases: what they call by its path is found through a link that always names the one that leads.
  const programs = door === undefined ? import.meta.dirname : programsLink(settings.home)
  await using context = await makeContext({
    ...settings,
    release,
    webRoot,
    programs,
    ...(door && { superior }),
  })
  const app = await makeApp(context)
  if (settings.checkOnly) {
    // Before the answer, so that the first leader finds it.
    compiled.keep('checked')
    process.send?.({ kind: 'ready', unknownVariables: settings.unknownVariables })
    return undefined
  }
  if (door !== undefined) return await serveGuarded(app, context, { superior, door, compiled })
  await serveAlone(app, context, { settings, compiled })
  // The next leg of a rehearsal starts the same release on the same copy.
  compiled.keep('led')
  return undefined
}

export function start(compiled: CompiledCode): void {
  main(compiled).then(
    // The watchdog reads from the signal that somebody has ended us: nobody listens to it any more, so it takes its effect.
    (signal) => (signal ? process.kill(process.pid, signal) : process.exit(0)),
    (error: unknown) => {
      const known =
        error instanceof CmuxError ? error : new CmuxError('START_FAILED', String(error), { cause: error })
      process.stderr.write(`cmux: ${known.message} (${known.code})\nhint: ${known.hint}\n`)
      if (!(error instanceof CmuxError))
        process.stderr.write(`${error instanceof Error ? error.stack : ''}\n`)
      const leave = () => process.exit(known.exitCode)
      if (process.send) process.send({ kind: 'failed', ...known.toBody() }, leave)
      else leave()
    },
  )
}
