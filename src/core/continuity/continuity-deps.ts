// What going on needs of the outside.
import type { GitState } from '../../protocol/agents/work-state.ts'
import type { ConversationEntry } from '../../protocol/messages/conversation.ts'
import type { ProjectName } from '../../protocol/ids.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { WindowList } from './compaction/measure-context.ts'

export interface ContinuityDeps {
  readonly putArtifact: PutArtifact
  /** Null where there is no repository. */
  readonly readGit: (record: AgentRecord) => Promise<GitState | null>
  /** The newest part of its conversation, in order. */
  readonly readConversation: (record: AgentRecord) => Promise<readonly ConversationEntry[]>
  readonly windows: WindowList
  readonly settings: {
    readonly compact: boolean
    readonly compactPercent: number
    readonly briefMaxBytes: number
  }
}

/** Written whole or not at all, into the day's folder. Resolves with its path. */
type PutArtifact = (artifact: {
  readonly project: ProjectName | null
  readonly at: Timestamp
  readonly name: string
  readonly content: string
}) => Promise<string>
