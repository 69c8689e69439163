// Runs a project's checks on the tree of a change, as a port: a check is somebody's code, so it is run apart and always ends.
import type { CheckResult } from '../../protocol/changes/change.ts'
import type { ChangeId } from '../../protocol/ids.ts'
import type { Check } from '../../protocol/project-file.ts'

export interface CheckOrder {
  readonly id: ChangeId
  readonly folder: string
  readonly check: Check
  /** What it is started by: the check's own command, or that behind walls. */
  readonly command: readonly [program: string, ...args: string[]]
  /** All of it. */
  readonly environment: Readonly<Record<string, string>>
  /** It stands behind walls, which end with all that is inside. */
  readonly isWalled: boolean
  /** What it says is being kept: so many bytes by now. */
  readonly onOutput?: (bytes: number) => void
}

/** From a byte on; `next` is where to go on reading, and `done` says that there is nothing more to come. */
export interface OutputPart {
  readonly text: string
  readonly next: number
  readonly done: boolean
}

export interface CheckOutputs {
  /** What a check has said so far. Nothing, and not done, when it has not begun. */
  read(id: ChangeId, check: string, from: number, maxBytes?: number): Promise<OutputPart>
}

export interface CheckRunner {
  /** Nothing that it has started is left when this resolves, whatever it was. */
  run(order: CheckOrder, signal: AbortSignal): Promise<CheckResult>
}
