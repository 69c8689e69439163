// The kill switch over HTTP.
import { describeAgent } from '../../../core/agents/describe-agent.ts'
import { findAgent } from '../../../core/agents/find-agent.ts'
import { EVERYBODY, pauseAgents, resumeAgents, type Whom } from '../../../core/turns/pause-agents.ts'
import type { AgentName } from '../../../protocol/ids.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'

type Deps = Pick<Context, 'agents' | 'store'>

export type PauseKeys =
  | 'POST /api/agents/:name/pause'
  | 'POST /api/agents/:name/resume'
  | 'POST /api/pause'
  | 'POST /api/resume'

export function makePauseHandlers({ store, agents: room }: Deps): Handlers<PauseKeys> {
  const { deps, wake, mailFor } = room
  const show = async (name: AgentName) => describeAgent(store, await findAgent(deps, name))
  const pause = async (whom: Whom, why: string | undefined, actor: string) => {
    const paused = await pauseAgents(deps, whom, { actor, why: why ?? null })
    wake()
    return { agents: paused.map(({ name }) => name) }
  }
  const resume = async (whom: Whom, actor: string) => {
    const resumed = await resumeAgents(deps, whom, actor)
    for (const { id } of resumed) mailFor(id)
    wake()
    return { agents: resumed.map(({ name }) => name) }
  }
  return {
    'POST /api/agents/:name/pause': async ({ params, body }, { principal }) => {
      await pause(params.name, body.why, principal.actor)
      return show(params.name)
    },
    'POST /api/agents/:name/resume': async ({ params }, { principal }) => {
      await resume(params.name, principal.actor)
      return show(params.name)
    },
    'POST /api/pause': ({ body }, { principal }) => pause(EVERYBODY, body.why, principal.actor),
    'POST /api/resume': (_, { principal }) => resume(EVERYBODY, principal.actor),
  }
}
