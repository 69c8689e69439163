// Takes an adopted change back: what ran before runs again, and the main branch gets a commit that undoes it.
import type { Change } from '../../../protocol/changes/change.ts'
import type { Project } from '../../../protocol/projects/project.ts'
import { bringMain } from '../bring-main.ts'
import type { MoveOutcome } from '../main-branch.ts'
import { composeUndo } from '../compose-undo.ts'
import { howToLook } from '../risk/how-to-look.ts'
import { moveChange } from '../move-change.ts'
import { whyNotMoved } from '../why-not-moved.ts'
import { ACTOR, type RunDeps, type Stage, type Taken } from '../run-deps.ts'

export const undoChange: Stage = async (deps, project, change, signal) => {
  const live = await deps.findLive(project)
  // People first: what is sick goes before the history is put in order.
  if (change.sick !== null && live && !(await live.retreat({ project, change }, signal))) return undefined
  if (!change.undone) return composeFirst(deps, project, change)
  const move = { id: change.id, project, ...change.undone }
  const outcome = await bringMain(deps, move)
  if (outcome.kind !== 'moved') return giveUp(deps, project, change, outcome)
  if (change.sick === null && live && !(await live.retreat({ project, change }, signal))) return undefined
  const note = change.sick === null ? change.note : await keepForAnotherLook(deps, project, change)
  return moveChange(deps, change.id, { to: 'rolled_back', from: ['rolling_back'], actor: ACTOR, note })
}

/** What went wrong by itself is to be understood: it gets its branch back. */
async function keepForAnotherLook({ ground }: RunDeps, project: Project, change: Change): Promise<string> {
  await ground.setBranch(project, change.branch, change.head)
  return `${change.sick}; ${howToLook(change)}`
}

/** Written down before it is done, so that it is done once. */
async function composeFirst(deps: RunDeps, project: Project, change: Change): Taken {
  const composed = await composeUndo(deps, project, change, ACTOR)
  if (composed.kind === 'composed') {
    const step = { to: 'rolling_back', from: ['rolling_back'], actor: ACTOR } as const
    return moveChange(deps, change.id, { ...step, undone: composed.undone, note: change.note })
  }
  return waitForPerson(deps, change, composed.why)
}

function giveUp(deps: RunDeps, project: Project, change: Change, outcome: MoveOutcome): Taken {
  const why = `it can't be rolled back: ${whyNotMoved(project, outcome)}`
  // Main has moved in between: the undoing is composed anew, on top of what it is now.
  if (outcome.kind === 'raced' && change.sick !== null) return composeFirst(deps, project, change)
  if (change.sick !== null) return waitForPerson(deps, change, why)
  const note = `${why}; nothing was changed`
  return moveChange(deps, change.id, { to: 'good', from: ['rolling_back'], actor: ACTOR, undone: null, note })
}

/** It is sick and what ran before runs: the main branch still has it, and it is tried again until it has not. Told once. */
async function waitForPerson(deps: RunDeps, change: Change, why: string): Taken {
  const note = `${change.sick}; the previous version runs again, but the change is still on the main branch: ${why}`
  if (note === change.note) return undefined
  const step = { to: 'rolling_back', from: ['rolling_back'], actor: ACTOR } as const
  await moveChange(deps, change.id, { ...step, undone: null, note })
  return undefined
}
