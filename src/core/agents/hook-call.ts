// A hook as an agent's program tells of it.
import type { RuntimeName } from '../../protocol/agents/runtime.ts'
import type { ToolVerdict } from '../rules/tool-judge.ts'

export interface HookCall {
  readonly runtime: RuntimeName
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
  /** The sender's own number for it, the same in every repeat. */
  readonly request: string | null
  /** What the agent is told as its session begins. */
  readonly brief?: string | undefined
  /** What the rules say about the tool that the agent is about to use. */
  readonly verdict?: ToolVerdict | undefined
}
