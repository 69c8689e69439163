// What can be asked of an agent over HTTP, and what its hooks tell.
import { describeAgent } from '../../../core/agents/describe-agent.ts'
import { countUsage } from '../../../core/agents/count-usage.ts'
import { delegateStop } from '../../../core/agents/delegate.ts'
import { findAgent } from '../../../core/agents/find-agent.ts'
import { hearHook } from '../../../core/agents/hear-hook.ts'
import { interruptAgent, typeCommand } from '../../../core/agents/interrupt-agent.ts'
import { restartAgent, stopAgent } from '../../../core/agents/stop-agent.ts'
import type { AgentName } from '../../../protocol/ids.ts'
import type { RouteKey } from '../../../protocol/routes.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'
import type { PauseKeys } from './pause-handlers.ts'

type Keys = Exclude<
  Extract<RouteKey, `POST /api/agents/:name/${string}` | 'POST /api/hooks/:runtime/:event'>,
  PauseKeys
>

export function makeAgentRequestHandlers(context: Context): Handlers<Keys> {
  const { store, agents } = context
  const { deps, wake } = agents
  const asked = async (name: AgentName) => {
    wake()
    return describeAgent(store, await findAgent(deps, name))
  }
  return {
    'POST /api/agents/:name/stop': async ({ params }, { principal }) => {
      await delegateStop(deps, params.name, principal)
      await stopAgent(deps, params.name, principal.actor)
      return asked(params.name)
    },

    'POST /api/agents/:name/restart': async ({ params, body }, { principal }) => {
      await restartAgent(deps, params.name, body, principal.actor)
      return asked(params.name)
    },

    'POST /api/agents/:name/interrupt': async ({ params }, { principal }) => {
      await interruptAgent(deps, params.name, principal.actor)
      return asked(params.name)
    },

    'POST /api/agents/:name/clear': async ({ params }, { principal }) => {
      await typeCommand(deps, params.name, 'clear', principal.actor)
      return asked(params.name)
    },

    'POST /api/agents/:name/compact': async ({ params }, { principal }) => {
      await typeCommand(deps, params.name, 'compact', principal.actor)
      return asked(params.name)
    },

    'POST /api/hooks/:runtime/:event': async ({ params, body }, { principal, request }) => {
      const id = request.headers['x-cmux-request']
      const call = { ...params, payload: body, request: typeof id === 'string' ? id : null }
      const answer = await hearHook(deps, call, principal)
      wake()
      countUsageLater(context, principal.agent)
      return answer
    },
  }
}

/** Nobody waits for it: a hook is answered at once, and what was missed is read with the next one. */
function countUsageLater({ agents: { deps } }: Context, name: AgentName | null): void {
  const count = async () => {
    const record = name && (await deps.store.read.agents.byName(name))
    if (record) await countUsage(deps, record)
  }
  count().catch((error: unknown) => deps.onError(error, 'counting what an agent used'))
}
