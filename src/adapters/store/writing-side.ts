// The connection that writes, as the group commit uses it: statements of the transaction, and a writer that works only
// inside of one.
import type { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import type { StoreWriter } from '../../core/store.ts'
import type { Mask } from '../../lib/mask.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Event } from '../../protocol/event.ts'
import type { Batch } from './group-commit.ts'
import { makeKyselyDialect, makeStatements, type Statements, type Turn } from './kysely-dialect.ts'
import type { Schema } from './schema.ts'
import { losesTrust, storeErrorFrom } from './store-error.ts'
import { makeArchiveTableWriter } from './tables/archive-table.ts'
import { makeApprovalTableWriter } from './tables/approval-table.ts'
import { makeAgentTableWriter } from './tables/agent-table.ts'
import { makeBudgetTableWriter } from './tables/budget-table.ts'
import { makeConversationTableWriter } from './tables/conversation-table.ts'
import { makeEventLogAppender } from './tables/event-log-appender.ts'
import { makeKeepsakeTableWriter } from './tables/keepsake-table.ts'
import { makeLoginCodeTableWriter } from './tables/login-code-table.ts'
import { makeJournalTableWriter } from './tables/journal-table.ts'
import { makeMessageTableWriter } from './tables/message-table.ts'
import { makeNoticeTableWriter } from './tables/notice-table.ts'
import { makeProjectTableWriter } from './tables/project-table.ts'
import { makeChangeTableWriter } from './tables/change-table.ts'
import { makeMainTableWriter } from './tables/main-table.ts'
import { makePortTableWriter } from './tables/port-table.ts'
import { makeKeptRuleTableWriter } from './tables/kept-rule-table.ts'
import { makeAlertTableWriter } from './tables/alert-table.ts'
import { makeWatchTableWriter } from './tables/watch-table.ts'
import { makeWardTableWriter } from './tables/ward-table.ts'
import { makeTaskTableWriter } from './tables/task-table.ts'
import { makeTokenTableWriter } from './tables/token-table.ts'
import { makeUsageLedgerWriter } from './tables/usage-ledger.ts'
import { makeWordIndex, type WordIndex } from './word-index.ts'

export interface WritingSide {
  readonly database: DatabaseSync
  readonly batch: Batch
  readonly writer: StoreWriter
  isRevoked(): boolean
}

export interface WritingOptions {
  readonly clock: Clock
  readonly mask: Mask
  readonly onCommit: (events: readonly Event[]) => void
}

export function makeWritingSide(database: DatabaseSync, options: WritingOptions): WritingSide {
  const { clock, mask, onCommit } = options
  let revoked = false
  /** A failure of the file that a job met; kept, so that a job which catches it does not hide it. */
  let broken: { readonly error: unknown } | undefined

  const turn: Turn = (work) => {
    try {
      if (revoked) throw new CmuxError('TIMED_OUT', 'this write was ended: it took too long')
      // Without a transaction it would be kept at once, alone and without its event.
      if (!database.isTransaction) throw new CmuxError('STORE_UNAVAILABLE', 'this write is over')
      return Promise.resolve(work())
    } catch (error) {
      if (losesTrust(error)) broken ??= { error }
      return Promise.reject(storeErrorFrom(error))
    }
  }

  const db = new Kysely<Schema>({ dialect: makeKyselyDialect(database, turn) })
  const events = makeEventLogAppender(database, { clock, mask, turn })
  const words = makeWordIndex(database, turn)
  // Prepared: they run for every job.
  const savepoint = database.prepare('savepoint job')
  const release = database.prepare('release job')
  const batch: Batch = {
    begin() {
      broken = undefined
      database.exec('begin immediate')
      events.begin()
      words.begin()
    },
    mark() {
      savepoint.run()
      events.mark()
      words.mark()
    },
    undo() {
      database.exec('rollback to job')
      events.undo()
      words.undo()
    },
    keep: () => void release.run(),
    isUnderWay: () => database.isTransaction,
    commit() {
      if (broken) throw broken.error
      words.flush()
      database.exec('commit')
    },
    rollback: () => database.exec('rollback'),
    publish() {
      try {
        onCommit(events.take())
      } catch (error) {
        // What is on disk is on disk, and its writers are told so; the listener's fault comes up as an uncaught one.
        queueMicrotask(() => {
          throw error
        })
      }
    },
    revoke: () => void (revoked = true),
  }
  const writer = {
    mask,
    events,
    ...makeTableWriters({ db, mask, words, statements: makeStatements(database, turn) }),
  }
  return { database, batch, writer, isRevoked: () => revoked }
}

interface TableDeps {
  readonly db: Kysely<Schema>
  readonly mask: Mask
  readonly words: WordIndex
  readonly statements: Statements
}

function makeTableWriters(deps: TableDeps): Omit<StoreWriter, 'events' | 'mask'> {
  const { db, mask, words } = deps
  return {
    archive: makeArchiveTableWriter(db),
    tokens: makeTokenTableWriter(db),
    loginCodes: makeLoginCodeTableWriter(db),
    agents: makeAgentTableWriter(db, mask),
    projects: makeProjectTableWriter(db),
    mains: makeMainTableWriter(db),
    ports: makePortTableWriter(db),
    keptRules: makeKeptRuleTableWriter(db),
    messages: makeMessageTableWriter(deps),
    tasks: makeTaskTableWriter(db, mask),
    changes: makeChangeTableWriter(db, mask),
    wards: makeWardTableWriter(db),
    approvals: makeApprovalTableWriter(db, mask),
    usage: makeUsageLedgerWriter(db),
    budgets: makeBudgetTableWriter(db),
    notices: makeNoticeTableWriter(db, mask),
    journal: makeJournalTableWriter(db, words),
    keepsakes: makeKeepsakeTableWriter(db, mask),
    conversations: makeConversationTableWriter(deps),
    alerts: makeAlertTableWriter(db, mask),
    watch: makeWatchTableWriter(db),
  }
}
