// Tasks as they are kept.
import type { Visibility } from '../access/find-visibility.ts'
import type { AgentName, TaskId } from '../../protocol/ids.ts'
import type { TaskEntry, TasksQuery } from '../../protocol/tasks/task.ts'
import type { TaskChange, TaskRecord } from './task-record.ts'

export interface TaskTableReader {
  byId(id: TaskId): Promise<TaskRecord | undefined>
  /** Oldest first, after the cursor, unless the newest are asked for; bodies and results are cut to their beginning. */
  list(query: TasksQuery & { readonly visibility?: Visibility }): Promise<TaskRecord[]>
  countOpen(): Promise<number>
  /** Those in `input-required` and `auth-required`, oldest first. */
  asking(limit: number): Promise<TaskRecord[]>
  /** What this agent has to do, oldest first. */
  openOf(assignee: AgentName): Promise<TaskRecord[]>
  childrenOf(parent: TaskId): Promise<TaskRecord[]>
  /** Those that wait for this one, or did. */
  dependentsOf(needed: TaskId): Promise<TaskRecord[]>
  history(id: TaskId): Promise<TaskEntry[]>
}

export interface TaskTableWriter extends TaskTableReader {
  insert(task: TaskRecord): Promise<void>
  change(id: TaskId, change: TaskChange): Promise<void>
  addEntry(id: TaskId, entry: TaskEntry): Promise<void>
}
