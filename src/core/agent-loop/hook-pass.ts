// What is known of a hook on its way through the steps. A step returns what it changes.
import type { ApprovalId } from '../../protocol/ids.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { Principal } from '../access/principal.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { HookCall } from '../agents/hook-call.ts'
import type { HookAnswer, HookNews } from '../agents/runtime.ts'
import type { Held } from './hold-hook.ts'

export interface HookPass {
  readonly call: HookCall
  readonly by: Principal
  readonly at: Timestamp
  /** The number of the request, with the name of the agent. */
  readonly request: string | null
  /** What the hook told, as the agent's runtime reads it. */
  readonly told: readonly HookNews[]
  readonly record: AgentRecord
  /** What is true of what the hook told: a tool that was denied has not started. */
  readonly news: readonly HookNews[]
  /** What the program is answered. The first step that has an answer gives it. */
  readonly answer?: HookAnswer
  /** The pause held it back. */
  readonly held?: Held['kind']
  /** A person decides first. */
  readonly waitsFor?: ApprovalId
  /** Messages wait for the next hook. */
  readonly holdsMail?: boolean
  /** A prompt that the agent had already: no turn begins. */
  readonly isSpared?: boolean
}

/** The hook is of another start of the agent, or of one that is asked to end. */
export function isOfPast({ by, record }: Pick<HookPass, 'by' | 'record'>): boolean {
  return by.late === true || (by.generation !== null && by.generation !== record.generation)
}
