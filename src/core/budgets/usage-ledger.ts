// What was used, as it is kept: by the hour for charts, and summed up for whoever has a budget.
import type { AgentName, ProjectName, TaskId } from '../../protocol/ids.ts'
import type { BudgetScope } from '../../protocol/budgets/budget.ts'
import type { UsageQuery } from '../../protocol/budgets/usage.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { Counts } from './counts.ts'

export interface UsageEntry {
  readonly at: Timestamp
  readonly agent: AgentName
  readonly project: ProjectName | null
  readonly task: TaskId | null
  /** Null for what is no model's doing. */
  readonly model: string | null
  readonly counts: Counts
}

/** `total`, or a day such as 2026-01-31. */
export type PeriodKey = string

interface UsageRange extends Pick<UsageQuery, 'by' | 'agent' | 'project'> {
  /** Whole hours from here up to there, without the last. */
  readonly from: Timestamp
  readonly to: Timestamp
}

export interface UsageRow {
  /** Empty for what belongs to none. */
  readonly key: string
  readonly hour: Timestamp
  readonly counts: Counts
}

export interface UsageLedgerReader {
  total(scope: BudgetScope, period: PeriodKey): Promise<Counts>
  /** One row a group and hour, in order of the hours. */
  hours(range: UsageRange): Promise<UsageRow[]>
}

export interface UsageLedgerWriter extends UsageLedgerReader {
  add(entry: UsageEntry): Promise<void>
  /** Its name may be given to another one, who begins at nothing; what was used stays in the hours. */
  forgetAgent(agent: AgentName): Promise<void>
}
