// What can be asked of an agent over HTTP, and what its hooks tell.
import type { FastifyReply } from 'fastify'
import { answerDialog } from '../../../core/agent-loop/answer-dialog.ts'
import { describeAgent } from '../../../core/agents/describe-agent.ts'
import { delegateAct, delegateRestart } from '../../../core/spawning/delegate.ts'
import { findAgent } from '../../../core/agents/find-agent.ts'
import { hearHook, type HookOutcome } from '../../../core/agent-loop/hear-hook.ts'
import type { HookCall } from '../../../core/agents/hook-call.ts'
import { judgeUse } from '../../../core/approvals/gate/judge-use.ts'
import { prepareHook } from '../../../core/continuity/prepare-hook.ts'
import type { Principal } from '../../../core/access/principal.ts'
import { interruptAgent, typeCommand } from '../../../core/turns/interrupt-agent.ts'
import { noteTools } from '../../../core/agents/note-tools.ts'
import { restartAgent, stopAgent } from '../../../core/agent-loop/stop-agent.ts'
import type { AgentName } from '../../../protocol/ids.ts'
import type { RouteKey } from '../../../protocol/routes.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'
import { signalOfReply } from '../signal-of-reply.ts'
import type { ElsewhereKeys } from './elsewhere-handlers.ts'
import type { ContinuityKeys } from './continuity-handlers.ts'
import type { PauseKeys } from './pause-handlers.ts'
import type { PortKeys } from './port-handlers.ts'

type Deps = Pick<Context, 'agents' | 'store' | 'waits'>

type Keys = Exclude<
  Extract<
    RouteKey,
    `POST /api/agents/:name/${string}` | 'POST /api/hooks/:runtime/:event' | 'POST /api/me/tools'
  >,
  PauseKeys | ElsewhereKeys | ContinuityKeys | PortKeys
>

export function makeAgentRequestHandlers(context: Deps): Handlers<Keys> {
  const { store, agents } = context
  const { deps, wake } = agents
  const asked = async (name: AgentName) => {
    wake()
    return describeAgent(store, await findAgent(deps, name))
  }
  return {
    'POST /api/agents/:name/stop': async ({ params }, { principal }) => {
      await delegateAct(deps, params.name, principal, 'stopped')
      await stopAgent(deps, params.name, principal.actor)
      return asked(params.name)
    },

    'POST /api/agents/:name/restart': async ({ params, body }, { principal }) => {
      await delegateRestart(deps, params.name, body, principal)
      await restartAgent(deps, params.name, body, principal.actor)
      return asked(params.name)
    },

    'POST /api/agents/:name/interrupt': async ({ params }, { principal }) => {
      await delegateAct(deps, params.name, principal, 'interrupted')
      await interruptAgent(deps, params.name, principal.actor)
      return asked(params.name)
    },

    'POST /api/agents/:name/answer': async ({ params }, { principal }) => {
      await answerDialog(deps, params.name, principal.actor)
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

    'POST /api/me/tools': async (_, { principal }) => {
      if (await noteTools(deps, principal)) wake()
      return {}
    },

    'POST /api/hooks/:runtime/:event': async ({ params, body }, { principal, request, reply }) => {
      const id = request.headers['x-cmux-request']
      const call = { ...params, payload: body, request: typeof id === 'string' ? id : null }
      // What it used until now decides whether it may go on; what it adds while we answer is read after.
      await count(context, principal.agent)
      if (principal.agent !== null) await agents.whenStill(principal.agent)
      const outcome = await hearPatiently(context, call, principal, reply)
      wake()
      void count(context, principal.agent)
      if (outcome.kind === 'answer') return outcome.answer
      reply.code(ASK_AGAIN)
      return { wait: true }
    },
  }
}

/** Less than a hook gives one try, and than a client's patience with a silent connection. */
const DECISION_WAIT_MS = 20_000
const ASK_AGAIN = 202

/** A person may take long: the answer comes as soon as there is one, or the hook asks again. */
async function hearPatiently(
  { store, agents: { deps, wake }, waits }: Deps,
  told: HookCall,
  by: Principal,
  reply: FastifyReply,
): Promise<HookOutcome> {
  const brief = await prepareHook(deps, told, by)
  const call = { ...told, brief, verdict: await judgeUse(deps, told, by) }
  const first = await hearHook(deps, call, by)
  if (first.kind === 'answer') return first
  wake()
  using gone = signalOfReply(reply)
  const isWaiting = async () => (await store.read.approvals.byId(first.approval))?.state === 'waiting'
  await waits.until(first.approval, { limitMs: DECISION_WAIT_MS, signal: gone.signal, isWaiting })
  // Who has gone takes no answer: what was approved would be used up for nothing.
  return gone.signal.aborted ? first : hearHook(deps, call, by)
}

/** A transcript that can't be read keeps no agent from working; what was missed is read with the next hook. */
async function count({ agents: { deps, count: countOf } }: Deps, name: AgentName | null): Promise<void> {
  try {
    const record = name && (await deps.store.read.agents.byName(name))
    if (record) await countOf(record)
  } catch (error) {
    deps.onError(error, 'counting what an agent used')
  }
}
