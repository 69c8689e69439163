// Whether a project is the very cmux that runs here: a clone that somebody merely works on is not.
import type { ChangeGround } from '../../core/improve/change-ground.ts'
import { looksLikeCmux, readMarks } from '../../core/improve/risk/looks-like-cmux.ts'
import type { FindLive, LiveSystem } from '../../core/improve/live-system.ts'
import type { Project } from '../../protocol/projects/project.ts'
import { isOwnCheckout } from './read-own-checkout.ts'

export interface OwnFinderDeps {
  readonly home: string
  readonly ground: ChangeGround
  /** cmux itself; undefined where no watchdog could replace it. */
  readonly own: LiveSystem | undefined
}

export function findOwn({ home, ground, own }: OwnFinderDeps): FindLive {
  const isOwn = async (project: Project) => {
    if (own === undefined || !isOwnCheckout(home, project.path)) return false
    const main = await ground.main(project)
    return main !== undefined && looksLikeCmux(await readMarks(ground, project, main))
  }
  return async (project) => ((await isOwn(project)) ? own : undefined)
}
