// The main branch moves to the change, with the files of whoever has it checked out.
import { timestampFromMs } from '../../../protocol/timestamp.ts'
import type { Change } from '../../../protocol/changes/change.ts'
import type { Project } from '../../../protocol/projects/project.ts'
import { bringMain } from '../bring-main.ts'
import { howToLook } from '../risk/how-to-look.ts'
import { moveChange } from '../move-change.ts'
import { ACTOR, type RunDeps, type Stage, type Taken } from '../run-deps.ts'
import { whyNotMoved } from '../why-not-moved.ts'
import { rebaseChange } from './rebase-change.ts'

export const adoptChange: Stage = async (deps, project, change) => {
  const { id, adopted } = change
  if (!adopted) throw new Error(`the target of ${id} is not known`)
  const move = { id, project, ...adopted }
  const outcome = await bringMain(deps, move)
  const main = outcome.kind === 'raced' ? await deps.ground.main(project) : undefined
  if (main !== undefined) return rebaseChange(deps, project, change, main)
  if (outcome.kind !== 'moved') {
    const note = `${whyNotMoved(project, outcome)}; nothing was changed; ${howToLook(change)}`
    return moveChange(deps, id, { to: 'refused', from: ['adopting'], actor: ACTOR, adopted: null, note })
  }
  await deps.ground.setBranch(project, change.branch, null)
  const { left = [] } = outcome
  const note =
    left.length === 0 ? null : `these files had uncommitted edits and keep them: ${left.join(', ')}`
  return goOn(deps, project, change, note)
}

/** A restart is announced, so that whoever is in the middle of something can call it off. */
async function goOn(deps: RunDeps, project: Project, change: Change, note: string | null): Taken {
  const live = await deps.findLive(project)
  const step = { from: ['adopting'], actor: ACTOR, note } as const
  if (!(await live?.needsRestart({ project, change })))
    return moveChange(deps, change.id, { ...step, to: 'good' })
  const delayMs = live?.restartDelayMs ?? deps.improveLimits.restartDelayMs
  const restartAt = timestampFromMs(deps.clock.nowMs() + delayMs)
  return moveChange(deps, change.id, { ...step, to: 'restarting', restartAt })
}
