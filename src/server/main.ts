// The server process: reads its settings, starts, says so, and stops when told.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../adapters/files/write-atomically.ts'
import { keepBackups } from '../core/backups/keep-backups.ts'
import { CmuxError } from '../protocol/cmux-error.ts'
import type { Instance } from '../protocol/instance.ts'
import { loadSettings } from './config.ts'
import { makeContext, type Context } from './context.ts'
import { makeApp } from './http/make-app.ts'
import { stopApp } from './http/stop-app.ts'
import { listen } from './listen.ts'
import { readRelease } from './release.ts'

const BACKUP_TICK_MS = 60 * 60 * 1000
/** Shorter than the 5 s that `down` grants before it kills. */
const STOP_LIMIT_MS = 4000

async function main(): Promise<void> {
  // SQLite and others make files with the default mode: nothing of ours is for anybody else.
  process.umask(0o077)
  const settings = loadSettings(process.argv.slice(2))
  const release = readRelease(import.meta.dirname)
  await using context = await makeContext({ ...settings, release, webRoot: join(import.meta.dirname, 'web') })
  const app = await makeApp(context)
  const port = await listen(app, settings)
  context.addresses.setPort(port)
  const instanceFile = join(settings.home, 'instance.json')
  await writeAtomically(instanceFile, `${JSON.stringify(describeInstance(context, port))}\n`)
  await recordStart(context)
  const stopBackups = startBackups(context)
  process.send?.({ kind: 'ready', url: context.addresses.url() })

  const reason = await stopSignal()
  context.log.info({ reason }, 'stopping')
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
  stopBackups()
  await stopApp(app, context)
  await context.store.write(async ({ events }) => {
    await events.append({ type: 'server.stopped', actor: 'system', data: { pid: process.pid, reason } })
  })
  await rm(instanceFile, { force: true })
}

function describeInstance(context: Context, port: number): Instance {
  return { url: context.addresses.url(), pid: process.pid, port, startedAt: context.addresses.startedAt }
}

async function recordStart(context: Context): Promise<void> {
  const data = { pid: process.pid, release: context.release.id, schema: context.schema }
  await context.store.write(async ({ events }) => {
    await events.append({ type: 'server.started', actor: 'system', data })
  })
  context.log.info({ ...data, url: context.addresses.url(), node: process.version }, 'started')
}

function startBackups(context: Context): () => void {
  const keep = () =>
    void keepBackups({ ...context, policy: context.config.backups }).catch((error: unknown) =>
      context.log.error({ err: error }, 'the backup failed'),
    )
  keep()
  const timer = setInterval(keep, BACKUP_TICK_MS)
  return () => clearInterval(timer)
}

function stopSignal(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
  // Whoever started us may leave: that is no reason to stop.
  process.on('disconnect', () => undefined)
  return promise
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const known =
      error instanceof CmuxError ? error : new CmuxError('START_FAILED', String(error), { cause: error })
    process.stderr.write(`cmux: ${known.message} (${known.code})\nhint: ${known.hint}\n`)
    if (!(error instanceof CmuxError)) process.stderr.write(`${error instanceof Error ? error.stack : ''}\n`)
    const leave = () => process.exit(known.exitCode)
    if (process.send) process.send({ kind: 'failed', ...known.toBody() }, leave)
    else leave()
  },
)
