// An agent as it is kept: what it was told to be, and the last that is known of it. What it is right now is observed.
import type { AgentStatus, Evidence, RoleName } from '../../protocol/agents/agent.ts'
import type { AgentId, AgentName, ApprovalId, DeliveryId, ProjectName } from '../../protocol/ids.ts'
import type { MessageId } from '../../protocol/messages/message.ts'
import type { RuntimeName } from '../../protocol/agents/runtime.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { Elsewhere } from '../elsewhere/elsewhere.ts'
import type { PaneId } from '../terminals/terminals.ts'

export interface AgentRecord {
  readonly id: AgentId
  readonly name: AgentName
  readonly role: RoleName
  readonly runtime: RuntimeName
  readonly project: ProjectName | null
  readonly purpose: string
  readonly model: string | null
  readonly args: readonly string[]
  readonly folder: string
  readonly workspace: string | null
  readonly branch: string | null
  /** A person wanted it in a folder of theirs. Null: an older release registered it, which did not ask. */
  readonly inCheckout: boolean | null
  readonly createdBy: string
  readonly createdAt: Timestamp
  readonly answerFirstRun: boolean
  /** False: a person wanted it outside of walls. */
  readonly sandbox: boolean

  readonly desired: 'running' | 'stopped'
  /** It is being ended for this; what follows waits until its process is seen gone. */
  readonly ending: Ending | null
  /** Starts so far; 0 before the first. */
  readonly generation: number
  readonly startedAt: Timestamp | null
  /** Null while its pane is being opened. */
  readonly pane: PaneId | null
  readonly pid: number | null
  /** How its last start was; null before the first. */
  readonly confinement: AgentConfinement | null
  /** When the program of this start was given our tools; null before. */
  readonly toolsAt: Timestamp | null
  /** The conversation's id, ours or the runtime's. */
  readonly session: string | null
  /** Where its runtime writes that conversation, as a hook has named it. */
  readonly transcript: string | null
  /** A turn was taken in it, so there is something to resume. */
  readonly hasTalked: boolean
  /** Nobody tries to start it again before a person says so. */
  readonly gaveUp: { readonly at: Timestamp; readonly why: string } | null

  /** It takes no turn before a person resumes it. */
  readonly paused: Pause | null
  /** The last time that its turn was ended on purpose; null before. */
  readonly interrupt: Interrupt | null
  /** A tool of it waits until a person has decided. */
  readonly approval: { readonly id: ApprovalId; readonly title: string; readonly since: Timestamp } | null
  readonly turn: TurnSight | null
  /** When it last did something, by its hooks or its conversation; null before. */
  readonly movedAt: Timestamp | null
  /** When it was last seen to come to rest, by whatever sign; null before. */
  readonly restedAt: Timestamp | null
  /** Its last process ended in the middle of a turn, then; it is told to go on once it is back and idle. */
  readonly cutAt: Timestamp | null
  /** How often in a row the end of its turn has given it more to do. */
  readonly carried: number
  readonly status: AgentStatus
  readonly statusSince: Timestamp
  readonly evidence: readonly Evidence[]
  /** Up to when its work was written down; null before it was first seen at work. */
  readonly clockedAt: Timestamp | null
  /** Set for one that cmux did not start and can't see. */
  readonly elsewhere: Elsewhere | null
  /** Its last turn failed on a quota; null once one has ended well. */
  readonly quota: QuotaSight | null
  /** How long its conversation was with its last answer; null before one, and after it was shortened. */
  readonly context: ContextSight | null
  /** Its conversation is being shortened, or could not be. */
  readonly compaction: CompactionSight | null
  readonly shortenedAt: Timestamp | null
  /** cmux has moved its workspace, and it does not know yet. */
  readonly movedTo: WorkspaceNews | null
}

export interface WorkspaceNews {
  readonly from: string
  readonly to: string
  readonly at: Timestamp
  /** The mail that tells of it; null before. */
  readonly delivery: DeliveryId | null
}

export interface ContextSight {
  readonly tokens: number
  readonly model: string
  readonly at: Timestamp
}

export interface CompactionSight {
  /** Asked to save its progress; told to shorten as soon as it is idle; told; left alone after that many tries. */
  readonly stage: 'saving' | 'due' | 'typed' | 'failed'
  readonly since: Timestamp
  readonly tries: number
  readonly percent: number
  /** The mail that asked it to save, for a program that takes nothing at the end of a turn. */
  readonly message: MessageId | null
}

export interface QuotaSight {
  readonly at: Timestamp
  readonly says: string
}

/** `why`: why not; null when it is confined. `network`: not known of starts that an older release made. */
export interface AgentConfinement {
  readonly confined: boolean
  readonly why: string | null
  readonly network?: AgentNetwork
  /** It has a folder of its own for conversations, where its runtime has such. Absent: an older release started it. */
  readonly conversations?: 'own'
}

/** Its own with the outside world, cmux and listed domains, nothing but cmux, or the host's. */
export type AgentNetwork = 'own' | 'listed' | 'none' | 'host'

export interface Pause {
  readonly since: Timestamp
  /** The actor, as in events. */
  readonly by: string
  readonly why: string | null
  /** It was in the middle of something: it is told to go on when it is resumed. */
  readonly cutsTurn: boolean
  /** It is not started again either, unless somebody asks for it. */
  readonly holdsStarts?: boolean
  /** It ends by itself then. */
  readonly until?: Timestamp
}

export interface Interrupt {
  readonly at: Timestamp
  /** Somebody wanted it. False: cmux did it to help the agent on, or for a pause, and its mail may go on. */
  readonly isFinal: boolean
  /** The mail that the turn was for. */
  readonly delivery: DeliveryId | null
  /** When it was seen to rest; until then keys are pressed. */
  readonly settledAt: Timestamp | null
}

export interface Ending {
  readonly why: 'stop' | 'restart' | 'remove'
  /** The next start begins a new conversation. */
  readonly fresh: boolean
  /** The next start is one of this program, which takes the work over. */
  readonly runtime?: RuntimeName
  readonly model?: string
  readonly askedAt: Timestamp
}

/** What hooks and the transcript said last. */
export interface TurnSight {
  readonly turn: 'idle' | 'working' | 'waiting'
  readonly says: string
  readonly source: 'hook' | 'transcript' | 'cmux'
  readonly at: Timestamp
  /** The same call with the same input, again and again, is a loop. */
  readonly repeats: number
  readonly lastCall: string
}

/** What may change after it is registered. */
export type AgentChange = Partial<
  Pick<
    AgentRecord,
    | 'desired'
    | 'ending'
    | 'generation'
    | 'startedAt'
    | 'pane'
    | 'pid'
    | 'confinement'
    | 'answerFirstRun'
    | 'toolsAt'
    | 'session'
    | 'transcript'
    | 'hasTalked'
    | 'gaveUp'
    | 'paused'
    | 'interrupt'
    | 'approval'
    | 'turn'
    | 'movedAt'
    | 'restedAt'
    | 'cutAt'
    | 'carried'
    | 'status'
    | 'statusSince'
    | 'evidence'
    | 'clockedAt'
    | 'quota'
    | 'elsewhere'
    | 'context'
    | 'compaction'
    | 'shortenedAt'
    | 'movedTo'
    | 'runtime'
    | 'model'
    | 'args'
    | 'workspace'
    | 'branch'
    | 'folder'
    | 'inCheckout'
  >
>
