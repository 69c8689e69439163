// Agents elsewhere over HTTP.
import { describeAgent } from '../../../core/agents/describe-agent.ts'
import { hearHeartbeat } from '../../../core/elsewhere/hear-heartbeat.ts'
import { registerElsewhere } from '../../../core/elsewhere/register-elsewhere.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'
import { signalOfReply } from '../signal-of-reply.ts'

type Deps = Pick<Context, 'agents' | 'elsewhere' | 'projects' | 'proofs' | 'store'>

export type ElsewhereKeys =
  | 'PUT /api/agents/:name/elsewhere'
  | 'POST /api/agents/:name/heartbeat'
  | 'GET /api/agents/:name/inbox'

export function makeElsewhereHandlers({
  store,
  agents,
  projects,
  elsewhere,
  proofs,
}: Deps): Handlers<ElsewhereKeys> {
  const { deps, awaitMail } = elsewhere
  return {
    'PUT /api/agents/:name/elsewhere': async ({ params, body }, { principal }) => {
      proofs.check(principal, { act: 'register-elsewhere', command: body.command ?? [] })
      if (body.project) await projects.get(body.project)
      const wish = { ...body, name: params.name }
      const record = await store.write((writer) => registerElsewhere(deps, writer, wish, principal.actor))
      agents.wake()
      return describeAgent(store, record)
    },
    'POST /api/agents/:name/heartbeat': async ({ params, body }, { principal }) => {
      const heard = await hearHeartbeat(deps, params.name, body, principal)
      agents.wake()
      return heard
    },
    'GET /api/agents/:name/inbox': async ({ params, query }, { principal, reply }) => {
      using gone = signalOfReply(reply)
      const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(query.waitSec * 1000)])
      return { items: await awaitMail(params.name, principal, signal), next: null }
    },
  }
}
