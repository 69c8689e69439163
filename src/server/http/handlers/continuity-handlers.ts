// What agents say of their work, and where it stands, over HTTP.
import { keepAllStates } from '../../../core/continuity/keep-all-states.ts'
import { saveProgress } from '../../../core/continuity/save-progress.ts'
import { showState } from '../../../core/continuity/show-state.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'

type Deps = Pick<Context, 'agents'>

export type ContinuityKeys =
  | 'POST /api/agents/:name/progress'
  | 'GET /api/agents/:name/state'
  | 'POST /api/states'

export function makeContinuityHandlers({ agents: { deps, wake } }: Deps): Handlers<ContinuityKeys> {
  return {
    'POST /api/agents/:name/progress': async ({ params, body }, { principal }) => {
      const progress = await saveProgress(deps, params.name, body, principal)
      wake()
      return progress
    },
    'GET /api/agents/:name/state': ({ params }, { principal }) => showState(deps, params.name, principal),
    'POST /api/states': async () => ({ agents: await keepAllStates(deps) }),
  }
}
