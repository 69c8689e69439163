// The whole database is checked while it serves, in the background; what the check finds is kept beside the file and acted on.
import { statSync } from 'node:fs'
import type { Logger } from 'pino'
import { checkDatabase } from '../adapters/process/check-database.ts'
import { forgetVerdict, readVerdict, writeVerdict } from '../adapters/store/database-verdict.ts'
import type { SqliteStore } from '../adapters/store/sqlite-store.ts'
import { WHOLE_CHECK_MAX_BYTES } from '../adapters/store/check-integrity.ts'
import type { Noticed } from '../core/alerts/raise-alerts.ts'
import type { Clock } from '../core/clock.ts'
import { decideDatabaseCheck, type DatabaseCheckPolicy } from '../core/health/decide-database-check.ts'
import { withLimit } from '../lib/with-limit.ts'
import { CmuxError } from '../protocol/cmux-error.ts'
import { timestampFromMs } from '../protocol/timestamp.ts'

export interface DatabaseCare {
  /** Before anything is written: a file that is known to be damaged gets nothing more. */
  refuseDamaged(): Promise<void>
  /** Checks when it is due. Never rejects. */
  look(signal: AbortSignal): Promise<void>
}

export interface DatabaseCareDeps {
  readonly path: string
  readonly clock: Clock
  readonly log: Logger
  readonly store: Pick<SqliteStore, 'read' | 'distrust'>
  readonly policy: DatabaseCheckPolicy
  readonly alert: (noticed: readonly Noticed[]) => Promise<void>
}

/** Telling of it is a write to the file that is damaged. */
const ALERT_LIMIT_MS = 2000
/** After a check that was given up; each further one waits twice as long, up to the last. */
const AGAIN_FIRST_MS = 5 * 60_000
const AGAIN_LAST_MS = 60 * 60_000

export function makeDatabaseCare(deps: DatabaseCareDeps): DatabaseCare {
  const { path, clock, log, store, policy } = deps
  let ledSinceMs: number | undefined
  let again = { atMs: Number.NEGATIVE_INFINITY, waitMs: AGAIN_FIRST_MS }
  let refused: number | undefined

  const refuseDamaged = async () => {
    const known = readVerdict(path)
    if (known?.state !== 'damaged' || refused === known.inode) return
    refused = known.inode
    await store.distrust(new CmuxError('STORE_CORRUPT', `the database is damaged: ${known.detail}`))
  }

  const check = async (signal: AbortSignal) => {
    const first = await checkDatabase(path, signal)
    // Acting on damage ends the service: a read that failed once is no proof.
    const finding = first.kind === 'damaged' ? await checkDatabase(path, signal) : first
    const at = timestampFromMs(clock.nowMs())
    if (finding.kind === 'sound') writeVerdict(path, { at, state: 'sound', detail: '' })
    else if (finding.kind === 'damaged') {
      const { detail } = finding
      log.error({ detail }, 'the database is damaged: nothing more is written to it')
      await withLimit(
        clock,
        ALERT_LIMIT_MS,
        deps.alert([describeDamage(path, detail)]),
        () => undefined,
      ).catch((error: unknown) => log.error({ err: error }, 'nobody could be told of it'))
      writeVerdict(path, { at, state: 'damaged', detail })
      await refuseDamaged()
    } else if (!signal.aborted) {
      log.warn({ why: finding.why }, 'the check of the whole database was given up; it is tried again')
      again = { atMs: clock.monotonicMs() + again.waitMs, waitMs: Math.min(again.waitMs * 2, AGAIN_LAST_MS) }
    }
  }

  return {
    refuseDamaged,
    async look(signal) {
      try {
        if (ledSinceMs === undefined) {
          ledSinceMs = clock.monotonicMs()
          if (await followsCrash(store)) forgetSound(path)
        }
        const known = readVerdict(path)
        const verdict = known && { state: known.state, atMs: Date.parse(known.at) }
        const nowMs = clock.nowMs()
        const leadingMs = clock.monotonicMs() - ledSinceMs
        const due = decideDatabaseCheck({ verdict, nowMs, leadingMs }, policy)
        if (due === 'refuse writes') await refuseDamaged()
        if (due === 'check' && clock.monotonicMs() >= again.atMs) await check(signal)
      } catch (error) {
        log.warn({ err: error }, 'the database could not be checked')
      }
    },
  }
}

/** A small file was checked whole when we started. */
function forgetSound(path: string): void {
  if (readVerdict(path)?.state === 'sound' && statSync(path).size > WHOLE_CHECK_MAX_BYTES) forgetVerdict(path)
}

/** Whoever led before us has not said goodbye. */
async function followsCrash({ read }: Pick<SqliteStore, 'read'>): Promise<boolean> {
  const types = ['server.started', 'server.stopped']
  const before = Number.MAX_SAFE_INTEGER
  const newest = await read.events.within({ after: 0, before, types, limit: 2 })
  return newest.length === 2 && newest.every(({ type }) => type === 'server.started')
}

function describeDamage(path: string, detail: string): Noticed {
  return {
    kind: 'database',
    matter: 'database',
    project: null,
    title: 'the database is damaged: nothing more is written to it',
    where: path,
    count: 1,
    lines: [
      `what the check of the whole file found: ${detail}`,
      'messages are kept in the spool meanwhile',
      'see `cmux backup list`, then run `cmux down` and `cmux backup restore`',
    ],
  }
}
