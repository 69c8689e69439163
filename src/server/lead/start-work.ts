// What a server does once it leads, beyond answering: says where it is, tells of its start, keeps backups
// and the front end.
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeAtomically } from '../../adapters/files/write-atomically.ts'
import { openStatusFile } from '../../adapters/logs/open-status-file.ts'
import { keepStatusFile } from '../../core/events/keep-status-file.ts'
import { makeAnchorKeeper } from '../../core/audit/anchor-keeper.ts'
import type { Context } from '../context.ts'
import { keepTokenHashes } from './keep-token-hashes.ts'
import { pointPrograms } from '../point-programs.ts'
import { startLoops } from './start-loops.ts'
import { sweepLeftovers } from './sweep-leftovers.ts'

const ANCHOR_TICK_MS = 10_000

export interface Work {
  /** Ends it while we still lead, and says why in the history. */
  stop(reason: string): Promise<void>
  /** Ends it because another server takes over: the address stays as it is. */
  hand(): Promise<void>
}

export async function startWork(context: Context): Promise<Work> {
  const { addresses, home } = context
  const instanceFile = join(home, 'instance.json')
  const instance = {
    url: addresses.url(),
    pid: process.pid,
    port: addresses.port(),
    startedAt: addresses.startedAt,
  }
  await writeAtomically(instanceFile, `${JSON.stringify(instance)}\n`)
  await recordStart(context)
  if (context.door !== undefined && !context.rehearsing) await pointPrograms(home, dirname(context.webRoot))
  const stopAnchors = context.rehearsing ? () => Promise.resolve() : startAnchors(context)
  const stopLoops = startLoops(context)
  // A rehearsal has a copy of the register and a tmux of its own: it would start every agent a second time.
  if (!context.rehearsing) startAgents(context)
  if (!context.rehearsing) context.notices.start()
  if (!context.rehearsing) context.machine.start()
  if (!context.rehearsing) context.journal.start()
  if (!context.rehearsing) context.watch.start()
  sweepLeftovers(context).catch((error: unknown) =>
    context.log.error({ err: error }, 'leftovers of rehearsals and builds could not be removed'),
  )
  const ended = new AbortController()
  const hashed = keepTokenHashes(context, ended.signal).catch((error: unknown) =>
    context.log.error({ err: error }, 'the hashes of the tokens are not kept for safe mode'),
  )
  const written = context.rehearsing ? Promise.resolve() : startStatusLog(context, ended.signal)
  const end = async (reason: string) => {
    context.elsewhere.stop()
    await stopLoops()
    await context.agents.stop()
    await context.changes.stop()
    await context.wards.stop()
    await context.notices.stop()
    await context.machine.stop()
    await context.watch.stop()
    await context.store.write(async ({ events }) => {
      await events.append({ type: 'server.stopped', actor: 'system', data: { pid: process.pid, reason } })
    })
    await context.journal.stop()
    ended.abort()
    await Promise.all([written, hashed])
    await stopAnchors()
  }
  return {
    async stop(reason) {
      await end(reason)
      await rm(instanceFile, { force: true })
    },
    hand: () => end('a planned swap'),
  }
}

/** Workspaces whose removal a crash has interrupted. */
function startAgents(context: Context): void {
  finishRemovals(context).catch((error: unknown) =>
    context.log.error({ err: error }, 'removals of workspaces were not finished'),
  )
  context.agents.start()
  context.wards.start()
  context.changes.start()
  context.elsewhere.start()
}

async function finishRemovals({ store, workspaces }: Context): Promise<void> {
  for (const project of await store.read.projects.list({ all: false }))
    await workspaces.finishRemovals(project)
}

async function recordStart(context: Context): Promise<void> {
  const data = { pid: process.pid, release: context.release.id, schema: context.schema }
  await context.store.write(async ({ events }) => {
    await events.append({ type: 'server.started', actor: 'system', data })
  })
  context.log.info({ ...data, url: context.addresses.url(), node: process.version }, 'started')
}

/** At the start and at the end, too, so that what happened in between is held at both ends. */
function startAnchors({ store, anchorBook: book, clock, log }: Context): () => Promise<void> {
  const keeper = makeAnchorKeeper({ store, book, clock })
  const say = (error: unknown) => log.error({ err: error }, 'the newest hash could not be written down')
  void keeper.writeNow().catch(say)
  const timer = setInterval(() => void keeper.look().catch(say), ANCHOR_TICK_MS)
  return async () => {
    clearInterval(timer)
    await keeper.writeNow().catch(say)
  }
}

/** One line an event, for `tail -f`. */
function startStatusLog({ home, config, feed, clock, log }: Context, signal: AbortSignal): Promise<void> {
  const file = openStatusFile(join(home, 'status.log'), config.log)
  const onError = (error: unknown) => log.error({ err: error }, 'status.log could not be written')
  return keepStatusFile({ feed, file, clock, onError }, signal)
}
