// What the care of services needs of the outside.
import type { Clock } from '../clock.ts'
import type { ChangeGround } from '../improve/change-ground.ts'
import type { EncloseDeps } from '../improve/enclose-check.ts'
import type { Projects } from '../projects/projects.ts'
import type { Store } from '../store.ts'
import type { Terminals } from '../terminals/terminals.ts'
import type { WardGround } from './ward-ground.ts'

export interface WardDeps extends EncloseDeps {
  readonly store: Store
  readonly clock: Clock
  readonly terminals: Terminals
  readonly projects: Pick<Projects, 'get' | 'readRules' | 'readRulesAt'>
  readonly wardGround: WardGround
  readonly ground: Pick<ChangeGround, 'buildTree' | 'clearTree'>
  readonly onError: (error: unknown, doing: string) => void
}
