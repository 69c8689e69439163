// What a fault may touch, and what it gives back.
import type { ProveReport } from '../../protocol/releases/prove-report.ts'
import type { AgentWatch } from './agent-processes.ts'
import type { Fault } from './plan-faults.ts'
import type { Stage } from './stage.ts'

export interface Scene {
  readonly stage: Stage
  readonly watch: AgentWatch
  readonly badReleases: ProveReport['badReleases']
}

/** Makes the fault, waits until cmux is as before, and says how long that took, in milliseconds. */
export type Play = (scene: Scene, fault: Fault) => Promise<number>
