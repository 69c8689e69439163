// A2A over HTTP: cards, and calls that use the HTTP API as their caller.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { makeClient } from '../../../../client/make-client.ts'
import { findVisibility, requireVisible } from '../../../../core/access/find-visibility.ts'
import type { Principal } from '../../../../core/access/principal.ts'
import { describeCard } from '../../../../core/agents/describe-agent.ts'
import { findAgent } from '../../../../core/agents/find-agent.ts'
import type { AgentName } from '../../../../protocol/ids.ts'
import { answerA2a } from '../../../a2a/answer-a2a.ts'
import { makeA2aDesk } from '../../../a2a/a2a-desk.ts'
import { composeAgentCard, composeTeamCard, writeCard } from '../../../a2a/agent-card.ts'
import type { Context } from '../../../context.ts'
import { makeInjectSend } from '../../inject-send.ts'
import { ANSWERED, type Handlers } from '../../register-routes.ts'

type Deps = Pick<Context, 'addresses' | 'agents' | 'release' | 'store'>

type Keys =
  | 'GET /.well-known/agent-card.json'
  | 'POST /a2a'
  | 'POST /a2a/agents/:name'
  | 'GET /a2a/agents/:name/card'

interface Call {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly principal: Principal
}

export function makeA2aHandlers(app: FastifyInstance, context: Deps): Handlers<Keys> {
  const place = () => ({ url: context.addresses.url(), version: context.release.version })
  const { deps } = context.agents
  const teamCard = async () => composeTeamCard(place(), await deps.roles.list(null))
  const agentCard = async (name: AgentName, by: Principal) => {
    const record = await findAgent(deps, name)
    requireVisible(await findVisibility(context.store.read, by), record.project, record.name)
    const role = await deps.roles.read(record.role, record.project)
    return composeAgentCard(place(), describeCard(record, role))
  }

  const answer = async (
    call: Record<string, unknown>,
    { request, reply, principal }: Call,
    name?: AgentName,
  ): Promise<typeof ANSWERED> => {
    const client = makeClient(makeInjectSend(app, request))
    const card = await (name === undefined ? teamCard() : agentCard(name, principal))
    const said = await answerA2a(makeA2aDesk({ client, card, agent: name }), call, request.headers)
    reply.type('application/json; charset=utf-8').send(JSON.stringify(said))
    return ANSWERED
  }

  return {
    'GET /.well-known/agent-card.json': async () => writeCard(await teamCard()),
    'POST /a2a': ({ body }, call) => answer(body, call),
    'POST /a2a/agents/:name': ({ params, body }, call) => answer(body, call, params.name),
    'GET /a2a/agents/:name/card': async ({ params }, { principal }) =>
      writeCard(await agentCard(params.name, principal)),
  }
}
