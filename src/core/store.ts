// The store as core sees it: ports of the capabilities, in a reading and a writing form, so that a type says who may write.
import type { AgentTableReader, AgentTableWriter } from './agents/agent-table.ts'
import type { Mask } from '../lib/mask.ts'
import type { ChangeTableReader, ChangeTableWriter } from './improve/change-table.ts'
import type { ApprovalTableReader, ApprovalTableWriter } from './approvals/approval-table.ts'
import type { ArchiveTableReader, ArchiveTableWriter } from './archive/event-segment.ts'
import type { AuditLogReader } from './audit/audit-log.ts'
import type { BudgetTableReader, BudgetTableWriter } from './budgets/budget-table.ts'
import type { UsageLedgerReader, UsageLedgerWriter } from './budgets/usage-ledger.ts'
import type { KeepsakeTableReader, KeepsakeTableWriter } from './continuity/keepsake-table.ts'
import type { ConversationTableReader, ConversationTableWriter } from './conversations/conversation-table.ts'
import type { EventLogReader, EventLogWriter } from './events/event-log.ts'
import type { JournalTableReader, JournalTableWriter } from './journal/journal-table.ts'
import type { LoginCodeTableWriter } from './access/login-code-table.ts'
import type { MessageTableReader, MessageTableWriter } from './mail/message-table.ts'
import type { NoticeTableReader, NoticeTableWriter } from './notices/notice-table.ts'
import type { ProjectTableReader, ProjectTableWriter } from './projects/project-table.ts'
import type { MainTableReader, MainTableWriter } from './projects/main-table.ts'
import type { PortTableReader, PortTableWriter } from './ports/port-table.ts'
import type { KeptRuleTableReader, KeptRuleTableWriter } from './rules/kept-rule-table.ts'
import type { TaskTableReader, TaskTableWriter } from './tasks/task-table.ts'
import type { WardTableReader, WardTableWriter } from './wards/ward-table.ts'
import type { AlertTableReader, AlertTableWriter } from './alerts/alert-table.ts'
import type { WatchTableReader, WatchTableWriter } from './watch/watch-table.ts'
import type { TokenTableReader, TokenTableWriter } from './access/token-table.ts'

export interface StoreReader {
  /** What is kept goes through it, except for what somebody needs whole. */
  readonly mask: Mask
  readonly events: EventLogReader
  readonly audit: AuditLogReader
  readonly archive: ArchiveTableReader
  readonly tokens: TokenTableReader
  readonly agents: AgentTableReader
  readonly projects: ProjectTableReader
  readonly mains: MainTableReader
  readonly ports: PortTableReader
  readonly keptRules: KeptRuleTableReader
  readonly messages: MessageTableReader
  readonly tasks: TaskTableReader
  readonly changes: ChangeTableReader
  readonly approvals: ApprovalTableReader
  readonly usage: UsageLedgerReader
  readonly budgets: BudgetTableReader
  readonly notices: NoticeTableReader
  readonly wards: WardTableReader
  readonly journal: JournalTableReader
  readonly keepsakes: KeepsakeTableReader
  readonly conversations: ConversationTableReader
  readonly alerts: AlertTableReader
  readonly watch: WatchTableReader
}

export interface StoreWriter {
  readonly mask: Mask
  readonly events: EventLogWriter
  readonly archive: ArchiveTableWriter
  readonly tokens: TokenTableWriter
  readonly agents: AgentTableWriter
  readonly loginCodes: LoginCodeTableWriter
  readonly projects: ProjectTableWriter
  readonly mains: MainTableWriter
  readonly ports: PortTableWriter
  readonly keptRules: KeptRuleTableWriter
  readonly messages: MessageTableWriter
  readonly tasks: TaskTableWriter
  readonly changes: ChangeTableWriter
  readonly approvals: ApprovalTableWriter
  readonly usage: UsageLedgerWriter
  readonly budgets: BudgetTableWriter
  readonly notices: NoticeTableWriter
  readonly wards: WardTableWriter
  readonly journal: JournalTableWriter
  readonly keepsakes: KeepsakeTableWriter
  readonly conversations: ConversationTableWriter
  readonly alerts: AlertTableWriter
  readonly watch: WatchTableWriter
}

export interface Store {
  readonly read: StoreReader
  /**
   * Runs `work` in a transaction of its own meaning: all of it is kept, or none. Resolves after the commit has reached
   * the disk (P1). `work` awaits nothing but the writer it is given: others wait behind it.
   */
  write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T>
}
