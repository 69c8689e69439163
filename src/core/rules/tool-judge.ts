// What the rules are asked about a tool that an agent is about to use, and what they say.
import type { RoleName } from '../../protocol/agents/agent.ts'
import type { AgentName, ProjectName } from '../../protocol/ids.ts'
import type { RuntimeName } from '../../protocol/agents/runtime.ts'
import type { AgentNetwork } from '../agents/agent-record.ts'

export interface ToolUse {
  readonly agent: AgentName
  readonly role: RoleName
  readonly project: ProjectName | null
  readonly runtime: RuntimeName
  readonly tool: string
  readonly input: unknown
  /** Where the agent is right now, as its hook says. */
  readonly folder: string
  /** What is its own: it may change what is in there. */
  readonly workspace: string
  /** It runs inside of walls. */
  readonly confined: boolean
  /** Null: not known, which counts as the host's. */
  readonly network: AgentNetwork | null
  /** It works beside a person, in a folder that is theirs. */
  readonly inCheckout: boolean
}

export interface ToolVerdict {
  readonly verdict: 'allow' | 'ask' | 'deny'
  readonly risk: 'low' | 'medium' | 'high'
  /** For people and for the agent: what about it, in plain words. */
  readonly reason: string
}

/** Looks at the policy and at the file system; never throws: what can't be judged is asked. */
export type ToolJudge = (use: ToolUse) => Promise<ToolVerdict>
