// The connection that reads what is committed.
import type { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { SegmentFiles } from '../../core/archive/event-segment.ts'
import type { StoreReader } from '../../core/store.ts'
import type { Mask } from '../../lib/mask.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { makeKyselyDialect, type Turn } from './kysely-dialect.ts'
import type { Schema } from './schema.ts'
import { losesTrust, storeErrorFrom } from './store-error.ts'
import { makeApprovalTableReader } from './tables/approval-table.ts'
import { makeAgentTableReader } from './tables/agent-table.ts'
import { makeArchiveTableReader } from './tables/archive-table.ts'
import { makeArchivedAuditLog } from './tables/archived-audit-log.ts'
import { makeBudgetTableReader } from './tables/budget-table.ts'
import { makeConversationTableReader } from './tables/conversation-table.ts'
import { makeEventLogReader } from './tables/event-log.ts'
import { makeJournalTableReader } from './tables/journal-table.ts'
import { makeKeepsakeTableReader } from './tables/keepsake-table.ts'
import { makeMessageTableReader } from './tables/message-table.ts'
import { makeNoticeTableReader } from './tables/notice-table.ts'
import { makeProjectTableReader } from './tables/project-table.ts'
import { makeChangeTableReader } from './tables/change-table.ts'
import { makeMainTableReader } from './tables/main-table.ts'
import { makePortTableReader } from './tables/port-table.ts'
import { makeKeptRuleTableReader } from './tables/kept-rule-table.ts'
import { makeAlertTableReader } from './tables/alert-table.ts'
import { makeWatchTableReader } from './tables/watch-table.ts'
import { makeWardTableReader } from './tables/ward-table.ts'
import { makeTaskTableReader } from './tables/task-table.ts'
import { makeTokenTableReader } from './tables/token-table.ts'
import { makeUsageLedgerReader } from './tables/usage-ledger.ts'

export interface ReadingSide {
  readonly database: DatabaseSync
  readonly reader: StoreReader
}

export interface ReadingOptions {
  /** Resolves when it may read; undefined when it always may. */
  readonly mayRead?: () => Promise<void>
  readonly mask: Mask
  /** Undefined: there are none, as for a store in memory. */
  readonly segments?: Pick<SegmentFiles, 'read'> | undefined
  readonly onLostTrust: (error: unknown) => void
}

export function makeReadingSide(database: DatabaseSync, options: ReadingOptions): ReadingSide {
  const { mayRead, mask, onLostTrust } = options
  const turn: Turn = async (work) => {
    if (mayRead) await mayRead()
    if (!database.isOpen) throw new CmuxError('STORE_UNAVAILABLE', 'the store was closed')
    try {
      return work()
    } catch (error) {
      if (losesTrust(error)) onLostTrust(error)
      throw storeErrorFrom(error)
    }
  }
  const db = new Kysely<Schema>({ dialect: makeKyselyDialect(database, turn) })
  return {
    database,
    reader: {
      mask,
      events: makeEventLogReader(db),
      audit: makeArchivedAuditLog(db, options.segments),
      archive: makeArchiveTableReader(db),
      tokens: makeTokenTableReader(db),
      agents: makeAgentTableReader(db),
      projects: makeProjectTableReader(db),
      mains: makeMainTableReader(db),
      ports: makePortTableReader(db),
      keptRules: makeKeptRuleTableReader(db),
      messages: makeMessageTableReader(db),
      tasks: makeTaskTableReader(db),
      changes: makeChangeTableReader(db),
      wards: makeWardTableReader(db),
      approvals: makeApprovalTableReader(db, mask),
      usage: makeUsageLedgerReader(db),
      budgets: makeBudgetTableReader(db),
      notices: makeNoticeTableReader(db),
      journal: makeJournalTableReader(db),
      keepsakes: makeKeepsakeTableReader(db),
      conversations: makeConversationTableReader(db),
      alerts: makeAlertTableReader(db),
      watch: makeWatchTableReader(db),
    },
  }
}
