// What a step of a turn has at hand.
import type { CmuxAnswer, CmuxCall } from './ask-cmux.ts'
import type { Usage } from './conversation.ts'
import type { ToolUse } from './use-tool.ts'
import type { ProgramResult } from './run-program.ts'

export interface Turn {
  readonly signal: AbortSignal
  readonly name: string
  readonly role: string
  readonly folder: string
  /** Programs that `run` may start besides the harmless ones. */
  readonly programs: readonly string[]
  say(text: string, usage?: Usage): void
  print(text: string): void
  use(tool: ToolUse): Promise<ProgramResult>
  ask(call: CmuxCall): Promise<CmuxAnswer>
  /** In the agent's own time, which a test may make run faster. */
  pause(ms: number): Promise<void>
  ignoreTermination(): void
}
