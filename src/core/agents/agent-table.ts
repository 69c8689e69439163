// Agents as they are kept: the register, each start of each, and what they used.
import type { Agent, Generation } from '../../protocol/agents/agent.ts'
import type { AgentId, AgentName, ProjectName } from '../../protocol/ids.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { AgentChange, AgentRecord } from './agent-record.ts'
import type { HookNews } from './runtime.ts'

export type Usage = Extract<HookNews, { kind: 'usage' }>

/** `asked`: somebody wanted it; the others count as restarts. */
type BegunGeneration = Omit<Generation, 'endedAt' | 'end'> & { readonly asked: boolean }

export interface AgentTableReader {
  /** All that were not removed, oldest first. */
  all(): Promise<AgentRecord[]>
  byName(name: AgentName): Promise<AgentRecord | undefined>
  byId(id: AgentId): Promise<AgentRecord | undefined>
  /** Of the newest agent of that name, also when it was removed. */
  lastProjectOf(name: AgentName): Promise<ProjectName | null>
  /** Starts after that moment that nobody asked for, by agent; one that somebody asked for begins the count anew. */
  restartsSince(moment: Timestamp): Promise<Map<AgentId, Timestamp[]>>
  generations(id: AgentId): Promise<Generation[]>
  /** What each agent, or the one that is named, has used; who has used nothing is not in it. */
  usage(id?: AgentId): Promise<Map<AgentId, Agent['usage']>>
  /** What each message of it used. */
  usageByMessage(id: AgentId): Promise<Usage[]>
  /** Every file that its conversations were told to be in, oldest first. */
  transcripts(id: AgentId): Promise<string[]>
  /** What a hook's request was answered, when it comes a second time. */
  hookAnswer(request: string): Promise<string | undefined>
}

export interface AgentTableWriter extends AgentTableReader {
  insert(record: AgentRecord): Promise<void>
  change(id: AgentId, change: AgentChange): Promise<void>
  remove(id: AgentId, at: Timestamp): Promise<void>
  beginGeneration(id: AgentId, begun: BegunGeneration): Promise<void>
  endGeneration(id: AgentId, generation: number, at: Timestamp, end: string): Promise<void>
  /** What of it is new: a message may be told of again, and its numbers only grow. Undefined when nothing is. */
  addUsage(id: AgentId, usage: Usage, at: Timestamp): Promise<Usage | undefined>
  noteTranscript(id: AgentId, path: string, at: Timestamp): Promise<void>
  keepHookAnswer(request: string, answer: string, at: Timestamp): Promise<void>
  forgetHookAnswers(before: Timestamp): Promise<void>
}
