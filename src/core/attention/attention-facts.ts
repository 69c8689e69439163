// What is looked at to know what waits for a person: state that holds now, and never only that something once happened.
import type { Alert } from '../../protocol/alerts/alert.ts'
import type { Budget } from '../../protocol/budgets/budget.ts'
import type { Event } from '../../protocol/event.ts'
import type { Health } from '../../protocol/health.ts'
import type { ProjectName } from '../../protocol/ids.ts'
import type { SandboxStatus } from '../../protocol/agents/sandbox.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { AgentPort } from '../../protocol/agents/port.ts'
import type { Ward } from '../../protocol/wards/ward.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { ApprovalRecord } from '../approvals/approval-record.ts'
import type { MessageGist } from '../mail/message-table.ts'
import type { ChannelRecord } from '../notices/notice-record.ts'
import type { Doubt } from '../projects/main-table.ts'
import type { TaskRecord } from '../tasks/task-record.ts'

export interface AttentionFacts {
  readonly nowMs: number
  readonly health: Pick<Health, 'status' | 'store' | 'tmux' | 'frontend' | 'slow'>
  /** What the watchdog says that troubles it. */
  readonly trouble: string | null
  /** What is wrong with policy.json. */
  readonly policyProblem: string | null
  readonly sandbox: SandboxStatus
  readonly agents: readonly AgentRecord[]
  /** The newest `agent.needs_person`: the register does not know of a supervisor that stands still. */
  readonly calls: readonly Event[]
  /** Tasks that wait for an answer, each with what was said last. */
  readonly tasks: readonly AskingTask[]
  /** Requests for approval that wait, oldest first. */
  readonly approvals: readonly ApprovalRecord[]
  /** What the owner has not read, newest first. */
  readonly unread: readonly MessageGist[]
  /** Budgets that are used up. */
  readonly budgets: readonly Budget[]
  /** To the outside. */
  readonly channels: readonly ChannelRecord[]
  /** What cmux noticed and nobody has seen yet. */
  readonly alerts: readonly Alert[]
  /** Projects whose rules wait for a person. */
  readonly waitingRules: readonly { readonly project: ProjectName; readonly doubt: Doubt }[]
  /** Ports of this machine that agents were refused. */
  readonly wantedPorts: readonly AgentPort[]
  /** Services of projects. */
  readonly wards: readonly Ward[]
}

export interface AskingTask extends Pick<
  TaskRecord,
  'id' | 'title' | 'state' | 'assignee' | 'project' | 'createdBy'
> {
  readonly since: Timestamp
  readonly question: string | null
}
