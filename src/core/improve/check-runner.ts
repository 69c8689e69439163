// Runs a project's checks on the tree of a change, as a port: a check is somebody's code, so it is run apart and always ends.
import type { CheckResult } from '../../protocol/change.ts'
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
}

export interface CheckRunner {
  /** Nothing that it has started is left when this resolves, whatever it was. */
  run(order: CheckOrder, signal: AbortSignal): Promise<CheckResult>
}
