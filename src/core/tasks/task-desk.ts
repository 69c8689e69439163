// Who changes a task, when, and in which transaction: what every step of a change needs.
import { timestampFromMs, type Timestamp } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import type { Entropy } from '../entropy.ts'
import type { Sender } from '../mail/sender.ts'
import type { Store, StoreWriter } from '../store.ts'

export interface TaskDeps {
  readonly store: Store
  readonly clock: Clock
  readonly entropy: Entropy
}

export interface TaskDesk {
  readonly clock: Clock
  readonly writer: StoreWriter
  readonly sender: Sender
  readonly at: Timestamp
}

export function makeTaskDesk(clock: Clock, writer: StoreWriter, sender: Sender): TaskDesk {
  return { clock, writer, sender, at: timestampFromMs(clock.nowMs()) }
}
