// The store as core sees it: ports of the capabilities, in a reading and a writing form, so that a type says who may write.
import type { AgentTableReader, AgentTableWriter } from './agents/agent-table.ts'
import type { ChangeTableReader, ChangeTableWriter } from './improve/change-table.ts'
import type { ApprovalTableReader, ApprovalTableWriter } from './approvals/approval-table.ts'
import type { AuditLogReader } from './audit/audit-log.ts'
import type { BudgetTableReader, BudgetTableWriter } from './budgets/budget-table.ts'
import type { UsageLedgerReader, UsageLedgerWriter } from './budgets/usage-ledger.ts'
import type { EventLogReader, EventLogWriter } from './events/event-log.ts'
import type { LoginCodeTableWriter } from './access/login-code-table.ts'
import type { MessageTableReader, MessageTableWriter } from './mail/message-table.ts'
import type { NoticeTableReader, NoticeTableWriter } from './notices/notice-table.ts'
import type { ProjectTableReader, ProjectTableWriter } from './projects/project-table.ts'
import type { TaskTableReader, TaskTableWriter } from './tasks/task-table.ts'
import type { TokenTableReader, TokenTableWriter } from './access/token-table.ts'

export interface StoreReader {
  readonly events: EventLogReader
  readonly audit: AuditLogReader
  readonly tokens: TokenTableReader
  readonly agents: AgentTableReader
  readonly projects: ProjectTableReader
  readonly messages: MessageTableReader
  readonly tasks: TaskTableReader
  readonly changes: ChangeTableReader
  readonly approvals: ApprovalTableReader
  readonly usage: UsageLedgerReader
  readonly budgets: BudgetTableReader
  readonly notices: NoticeTableReader
}

export interface StoreWriter {
  readonly events: EventLogWriter
  readonly tokens: TokenTableWriter
  readonly agents: AgentTableWriter
  readonly loginCodes: LoginCodeTableWriter
  readonly projects: ProjectTableWriter
  readonly messages: MessageTableWriter
  readonly tasks: TaskTableWriter
  readonly changes: ChangeTableWriter
  readonly approvals: ApprovalTableWriter
  readonly usage: UsageLedgerWriter
  readonly budgets: BudgetTableWriter
  readonly notices: NoticeTableWriter
}

export interface Store {
  readonly read: StoreReader
  /**
   * Runs `work` in a transaction of its own meaning: all of it is kept, or none. Resolves after the commit has reached
   * the disk (P1). `work` awaits nothing but the writer it is given: others wait behind it.
   */
  write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T>
}
