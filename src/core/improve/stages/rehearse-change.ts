// What would run is tried before anything moves. Where nothing runs, there is nothing to try.
import { CmuxError } from '../../../protocol/cmux-error.ts'
import { howToLook } from '../risk/how-to-look.ts'
import { moveChange } from '../move-change.ts'
import { ACTOR, type Stage } from '../run-deps.ts'

export const rehearseChange: Stage = async (deps, project, change, signal) => {
  const { id, base, head } = change
  const live = await deps.findLive(project)
  const tried = await live?.rehearse({ project, change }, signal).catch(withoutSandbox)
  if (signal.aborted) return undefined
  const from = ['rehearsing'] as const
  if (tried?.kind === 'failed') {
    const note = `${tried.why}; ${howToLook(change)}`
    return moveChange(deps, id, { to: 'refused', from, actor: ACTOR, note })
  }
  const adopted = { from: base, to: head }
  const release = tried?.release ?? null
  return moveChange(deps, id, { to: 'adopting', from, actor: ACTOR, adopted, release })
}

/** Trying again would not help, and nobody would hear of it. */
function withoutSandbox(error: unknown): { kind: 'failed'; why: string } {
  if (error instanceof CmuxError && error.code === 'CONFINEMENT_REQUIRED')
    return { kind: 'failed', why: `${error.message} (${error.hint})` }
  throw error
}
