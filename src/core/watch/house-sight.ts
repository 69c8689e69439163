// Everything that is compared to find discrepancies: what is written down, and what is there.
import type { Approval } from '../../protocol/approvals/approval.ts'
import type { AgentId, ProjectId } from '../../protocol/ids.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { MessageRecord } from '../mail/message-record.ts'
import type { TaskRecord } from '../tasks/task-record.ts'
import type { PaneSight } from '../terminals/terminals.ts'

export interface FolderSight {
  readonly name: string
  readonly path: string
  readonly ageMs: number
}

export interface WorkspaceSight {
  readonly project: string
  readonly agent: string
  readonly path: string
}

export interface HouseSight {
  readonly nowMs: number
  readonly agents: readonly AgentRecord[]
  /** Agents whose last known process lives. */
  readonly living: ReadonlySet<AgentId>
  readonly panes: PaneSight
  /** Projects with a service have panes, too. */
  readonly services: ReadonlySet<ProjectId>
  readonly projects: ReadonlySet<string>
  readonly workspaces: readonly WorkspaceSight[]
  readonly releases: {
    readonly there: readonly FolderSight[]
    /** Those that the watchdog would go back to. */
    readonly named: readonly string[]
    readonly inUse: ReadonlySet<string>
  }
  /** For agents, and not there yet. */
  readonly mail: readonly Pick<MessageRecord, 'id' | 'agent' | 'to' | 'receipt' | 'at' | 'waitsFor'>[]
  readonly tasks: readonly Pick<TaskRecord, 'id' | 'title' | 'assignee'>[]
  /** That wait for a person. */
  readonly approvals: readonly Pick<Approval, 'id' | 'title' | 'expiresAt'>[]
  readonly logs: readonly { readonly path: string; readonly bytes: number }[]
  readonly bytes: { readonly workspaces: number; readonly removable: number }
  readonly limits: {
    readonly workspacesBytes: number
    readonly removableBytes: number
    readonly logBytes: number
  }
  /** How our tmux is called, for commands. */
  readonly tmux: readonly string[]
}
