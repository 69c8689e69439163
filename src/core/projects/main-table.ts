// Where the main branch of each project was seen last, as it is kept.
import type { ProjectId } from '../../protocol/ids.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'

export interface MainSight {
  /** Null while there is no such branch. */
  readonly commit: string | null
  /** The commit whose rules count. It is another one than `commit` while `doubt` is there. */
  readonly trusted: string | null
  /** Agents that could move the branch from this look on. */
  readonly writers: readonly Writer[]
  /** A change is moving it: written before the branch moves, so that a crash does not make it a riddle. */
  readonly moving: { readonly from: string; readonly to: string } | null
  /** The rules of `commit` don't count: these agents could have brought them. */
  readonly doubt: Doubt | null
}

export interface Writer {
  readonly agent: string
  /** Why it could. */
  readonly why: string
}

export interface Doubt {
  readonly since: Timestamp
  readonly writers: readonly Writer[]
}

export interface MainTableReader {
  byProject(project: ProjectId): Promise<MainSight | undefined>
}

export interface MainTableWriter extends MainTableReader {
  put(project: ProjectId, sight: MainSight): Promise<void>
}
