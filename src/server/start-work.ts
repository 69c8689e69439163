// What a server does once it leads, beyond answering: says where it is, tells of its start, keeps backups
// and the front end.
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeAtomically } from '../adapters/files/write-atomically.ts'
import { openStatusFile } from '../adapters/logs/open-status-file.ts'
import { keepStatusFile } from '../core/events/keep-status-file.ts'
import { keepBackups } from '../core/backups/keep-backups.ts'
import { makePolicyKeeper } from '../core/rules/policy-keeper.ts'
import { makeAnchorKeeper } from '../core/audit/anchor-keeper.ts'
import { cutConversations } from '../core/conversations/cut-conversations.ts'
import { makeApprovalKeeper } from '../core/approvals/approval-keeper.ts'
import { inTurn } from '../lib/in-turn.ts'
import type { Context } from './context.ts'
import { keepTokenHashes } from './keep-token-hashes.ts'
import { pointPrograms } from './point-programs.ts'
import { startRecordImport } from './record-import.ts'
import { sweepLeftovers } from './sweep-leftovers.ts'

const BACKUP_TICK_MS = 60 * 60 * 1000
/** Reading and summing the front end takes milliseconds. */
const FRONT_END_TICK_MS = 2000
const SPOOL_TICK_MS = 1000
const POLICY_TICK_MS = 1000
const ANCHOR_TICK_MS = 10_000
const APPROVAL_TICK_MS = 1000
const HISTORY_TICK_MS = 10 * 60_000

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
  const stopBackups = context.rehearsing ? () => undefined : startBackups(context)
  const stopAnchors = context.rehearsing ? () => Promise.resolve() : startAnchors(context)
  const stopRecordImport = startRecordImport(context)
  const stopSpoolImport = startSpoolImport(context)
  const stopPolicy = context.rehearsing ? () => undefined : startPolicy(context)
  const stopHistory = context.rehearsing ? () => undefined : startHistory(context)
  const stopApprovals = context.rehearsing ? () => undefined : startApprovals(context)
  // A rehearsal has a copy of the register and a tmux of its own: it would start every agent a second time.
  if (!context.rehearsing) startAgents(context)
  if (!context.rehearsing) context.notices.start()
  if (!context.rehearsing) context.machine.start()
  if (!context.rehearsing) context.journal.start()
  if (!context.rehearsing) context.watch.start()
  sweepLeftovers(context).catch((error: unknown) =>
    context.log.error({ err: error }, 'leftovers of rehearsals and builds could not be removed'),
  )
  const stopFrontEnd = context.rehearsing ? () => undefined : startFrontEnd(context)
  const ended = new AbortController()
  keepTokenHashes(context, ended.signal).catch((error: unknown) =>
    context.log.error({ err: error }, 'the hashes of the tokens are not kept for safe mode'),
  )
  const written = context.rehearsing ? Promise.resolve() : startStatusLog(context, ended.signal)
  const end = async (reason: string) => {
    stopBackups()
    stopRecordImport()
    stopSpoolImport()
    stopApprovals()
    stopHistory()
    stopPolicy()
    stopFrontEnd()
    context.elsewhere.stop()
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
    await written
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

/** Whoever sent while we were on our way may have found nobody yet. */
function startSpoolImport(context: Context): () => void {
  const timer = setInterval(() => void context.spool.empty(), SPOOL_TICK_MS)
  return () => clearInterval(timer)
}

/** Conversations that have grown too long or too old. */
function startHistory({ store, clock, config, log }: Context): () => void {
  const cut = inTurn(() => cutConversations({ store, clock, limits: config.history }))
  const say = (error: unknown) => log.error({ err: error }, 'old parts of conversations could not be deleted')
  void cut().catch(say)
  const timer = setInterval(() => void cut().catch(say), HISTORY_TICK_MS)
  return () => clearInterval(timer)
}

/** Requests for approval whose time is over, or that nobody waits for. */
function startApprovals({ store, clock, waits, log }: Context): () => void {
  const look = inTurn(makeApprovalKeeper({ store, clock, lastAskedMs: waits.lastAskedMs }))
  const say = (error: unknown) => log.error({ err: error }, 'requests for approval could not be looked after')
  const timer = setInterval(() => void look().catch(say), APPROVAL_TICK_MS)
  return () => clearInterval(timer)
}

/** The rules are read when they are needed; this only tells of a change. */
function startPolicy({ store, rules, log }: Context): () => void {
  const keeper = makePolicyKeeper({ store, policies: rules.policies })
  const look = inTurn(() => keeper.look())
  const say = (error: unknown) => log.error({ err: error }, 'a change of the policy could not be told')
  void look().catch(say)
  const timer = setInterval(() => void look().catch(say), POLICY_TICK_MS)
  return () => clearInterval(timer)
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

function startBackups(context: Context): () => void {
  const keep = () =>
    void keepBackups({ ...context, policy: context.config.backups }).catch((error: unknown) =>
      context.log.error({ err: error }, 'the backup failed'),
    )
  keep()
  const timer = setInterval(keep, BACKUP_TICK_MS)
  return () => clearInterval(timer)
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

function startFrontEnd({ frontEnd, log }: Context): () => void {
  const look = () =>
    void frontEnd
      .look()
      .catch((error: unknown) =>
        log.error({ err: error }, 'the front end is damaged and could not be mended'),
      )
  look()
  const timer = setInterval(look, FRONT_END_TICK_MS)
  return () => clearInterval(timer)
}
