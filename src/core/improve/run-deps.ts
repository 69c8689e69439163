// What the stages of a change need.
import type { Change } from '../../protocol/changes/change.ts'
import type { Project } from '../../protocol/projects/project.ts'
import type { CheckOutputs, CheckRunner } from './check-runner.ts'
import type { EncloseDeps } from './enclose-check.ts'
import type { FindLive } from './live-system.ts'
import type { MainBranch } from './main-branch.ts'
import type { ImproveDeps } from './plan-change.ts'
import type { ReviewDeps, ReviewLimits } from './review/open-review.ts'

export interface RunDeps extends ImproveDeps, EncloseDeps, Omit<ReviewDeps, 'improveLimits'> {
  readonly main: MainBranch
  readonly checks: CheckRunner
  readonly outputs: CheckOutputs
  readonly findLive: FindLive
  readonly improveLimits: ImproveLimits
  readonly onError: (error: unknown, doing: string) => void
}

interface ImproveLimits extends ReviewLimits {
  /** Between the word that something will be restarted and the restart: time to call it off. */
  readonly restartDelayMs: number
  /** How long checkpoints and copies of files are kept after the end of a change; and of how many in each project always. */
  readonly keepDays: number
  readonly keepNewest: number
}

/** The change as it stands afterwards; undefined when there is nothing more to do for now. */
export type Taken = Promise<Change | undefined>

export type Stage = (deps: RunDeps, project: Project, change: Change, signal: AbortSignal) => Taken

/** What cmux does by itself. */
export const ACTOR = 'system'
