// What the courier works with: the outside, and what it remembers of its own doing.
import type { AgentId, DeliveryId } from '../../../protocol/ids.ts'
import type { AgentDeps } from '../../agents/agent-deps.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'
import type { PaneId } from '../../terminals/terminals.ts'
import type { Delivery } from '../message-record.ts'

export interface CourierDeps extends AgentDeps {
  readonly lastOutputMs: (pane: PaneId) => number | null
}

export interface CourierDesk {
  readonly deps: CourierDeps
  readonly memories: Map<AgentId, DeliveryMemory>
  /** After a try that nothing came of. */
  readonly notBefore: Map<AgentId, number>
  /** Their workspaces are being moved: nothing is typed. */
  readonly moving: Set<AgentId>
}

/** What this process did itself; after a restart it is unknown, and then the screen is asked. */
export interface DeliveryMemory {
  readonly delivery: DeliveryId
  enteredMs: number
  /** Null: another process opened it. */
  readonly pastedAtMs: number | null
}

/** An agent, and the delivery that is under way to it. */
export interface MailCase {
  readonly record: AgentRecord
  readonly open: Delivery | undefined
}
