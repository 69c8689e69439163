// What runs of a project, as a port: a service of its own, or cmux itself. A change is tried apart from it before it is adopted, and it
// is brought to what was adopted afterwards. Every call may be repeated after a kill, and looks before it acts.
import type { Change } from '../../protocol/changes/change.ts'
import type { Project } from '../../protocol/projects/project.ts'

export interface LiveOrder {
  readonly project: Project
  readonly change: Change
}

export type Tried =
  /** `release`: what runs, and what would run instead. */
  | { readonly kind: 'passed'; readonly release?: Change['release'] }
  | { readonly kind: 'failed'; readonly why: string }

/** `soaking`: on its way, or well and not yet for long enough. */
export type Soak =
  | { readonly kind: 'soaking' }
  | { readonly kind: 'good' }
  | { readonly kind: 'sick'; readonly why: string }

export interface LiveSystem {
  /** Between the word that it will be restarted and the restart; without it, what the settings say. */
  readonly restartDelayMs?: number
  /** Why it can't be tried at all, known before any check is run. */
  findHindrance?(order: LiveOrder): Promise<string | undefined>
  /** Tries what would run, apart from what does. Nothing of it is left when this resolves. */
  rehearse(order: LiveOrder, signal: AbortSignal): Promise<Tried>
  /** Whether what runs has to be replaced for this change. */
  needsRestart(order: LiveOrder): Promise<boolean>
  /** Has the adopted commit run, if it does not yet, and says how it is doing. Called again and again. */
  tend(order: LiveOrder): Promise<Soak>
  /** Has run again what ran before. Called again and again, until it says true: it runs and is well. */
  retreat(order: LiveOrder, signal: AbortSignal): Promise<boolean>
}

/** Undefined: nothing of it runs. */
export type FindLive = (project: Project) => Promise<LiveSystem | undefined>
