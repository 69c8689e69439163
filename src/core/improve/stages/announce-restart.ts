// A restart was announced: it begins when its time has come, unless somebody calls it off until then.
import { moveChange } from '../move-change.ts'
import { ACTOR, type Stage } from '../run-deps.ts'

export const announceRestart: Stage = async (deps, _, { id, restartAt }) => {
  if (restartAt !== null && Date.parse(restartAt) > deps.clock.nowMs()) return undefined
  return moveChange(deps, id, { to: 'soaking', from: ['restarting'], actor: ACTOR })
}
