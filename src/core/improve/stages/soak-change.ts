// What was adopted runs now, and is watched for a while. When it gets sick, it goes.
import { moveChange } from '../move-change.ts'
import { ACTOR, type Stage } from '../run-deps.ts'

export const soakChange: Stage = async (deps, project, change) => {
  const { id } = change
  const live = await deps.findLive(project)
  const soak = (await live?.tend({ project, change })) ?? ({ kind: 'good' } as const)
  if (soak.kind === 'soaking') return undefined
  const step = { from: ['soaking'], actor: ACTOR } as const
  if (soak.kind === 'good') return moveChange(deps, id, { ...step, to: 'good', note: null })
  return moveChange(deps, id, { ...step, to: 'rolling_back', sick: soak.why, note: soak.why })
}
