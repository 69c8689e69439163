// Whether an agent is started inside of walls, and if not, why: that stands wherever the agent is shown.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { AgentDeps } from './agent-deps.ts'
import type { AgentConfinement, AgentRecord } from './agent-record.ts'

type Deps = Pick<AgentDeps, 'confinement' | 'confine'>

export async function chooseConfinement(
  { confinement, confine }: Deps,
  { sandbox }: Pick<AgentRecord, 'sandbox'>,
): Promise<AgentConfinement> {
  const { mode } = confine
  if (mode === 'required' && !sandbox)
    throw new CmuxError(
      'CONFINEMENT_REQUIRED',
      'the settings want every agent confined, and this one is not to be',
    )
  if (mode === 'off') return { confined: false, why: 'agents.confine.mode is off' }
  if (!sandbox) return { confined: false, why: 'spawned with --no-sandbox' }
  const state = await confinement.examine()
  if (state.kind === 'works') return { confined: true, why: null }
  if (mode === 'auto') return { confined: false, why: state.detail }
  throw new CmuxError('CONFINEMENT_REQUIRED', `the settings want every agent confined, but ${state.detail}`, {
    hint: state.hint,
  })
}
