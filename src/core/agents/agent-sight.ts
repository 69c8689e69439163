// An agent that lives, as the last look found it.
import type { Pane } from '../terminals/terminals.ts'
import type { AgentRecord } from './agent-record.ts'
import type { ScreenSight } from './judge-agent.ts'

export interface AgentSight {
  readonly record: AgentRecord
  readonly pane: Pane
  readonly screen: ScreenSight | null
  readonly lastOutputMs: number | null
}
