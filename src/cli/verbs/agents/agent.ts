// Agents: spawn them, see what they do, and tell them what to do.
import type { Client } from '../../../client/make-client.ts'
import type { Agent } from '../../../protocol/agents/agent.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import { askYes } from '../../../host/terminal/ask-yes.ts'
import { attachToPane } from '../../../host/terminal/attach-to-pane.ts'
import { connect } from '../../connect.ts'
import { layoutTable } from '../../layout/layout.ts'
import { projectHere } from '../../project-here.ts'
import { layoutAgent, layoutAgents } from '../../layout/layout-agents.ts'
import type { Outcome } from '../../outcome.ts'
import type { RunVerb, VerbCall } from '../../verb.ts'
import { waitForStart } from '../../wait-for-start.ts'

export const spawnAgent: RunVerb = async (call) => {
  const { options, args } = call
  const inCheckout = options['inCheckout'] === true
  if (inCheckout) await confirmCheckout(call, 'the checkout of its project')
  const [name = '', ...rest] = args
  const client = connect(call.environment)
  const body = {
    name,
    args: rest,
    ...pick(options, ['runtime', 'role', 'task', 'model']),
    ...(await projectHere(call, client)),
    ...(inCheckout && { workspace: false }),
    ...(options['answerFirstRun'] === true && { answerFirstRun: true }),
    ...(options['sandbox'] === false && { sandbox: false }),
  }
  const { name: known } = await client.call('POST /api/agents', { body })
  const agent = options['wait'] === false ? await show(call, known) : await waitForStart(client, known)
  return { json: agent, text: layoutAgent(agent), ...(agent.status === 'dead' && { exitCode: 1 }) }
}

async function confirmCheckout({ options }: VerbCall, folder: string): Promise<void> {
  const question = `The agent will work in ${folder}: it can change and delete files there, uncommitted ones included.`
  if (options['yes'] === true || (await askYes(question))) return
  throw new CmuxError('NOT_CONFIRMED', 'no agent was started')
}

export const adoptConversation: RunVerb = async (call) => {
  const {
    runtime,
    session = '',
    ...rest
  } = pick(call.options, ['runtime', 'session', 'name', 'project', 'role', 'folder'])
  if (runtime !== 'claude' && runtime !== 'codex')
    throw new CmuxError(
      'USAGE',
      '--runtime must be claude or codex: only they can resume a conversation by its id',
    )
  await confirmCheckout(call, rest['folder'] ?? 'the folder that the conversation was started in')
  const sandbox = call.options['sandbox'] === false ? { sandbox: false } : {}
  const body = { ...rest, ...sandbox, runtime, session } as const
  const client = connect(call.environment)
  const { name } = await client.call('POST /api/adoptions', { body })
  const agent = await waitForStart(client, name)
  return { json: agent, text: layoutAgent(agent), ...(agent.status === 'dead' && { exitCode: 1 }) }
}

export const listAgents: RunVerb = async ({ environment, options }) => {
  const query = pick(options, ['project'])
  const { items } = await connect(environment).call('GET /api/agents', { query })
  const text = items.length === 0 ? 'no agents yet; the first: cmux agent spawn anna' : layoutAgents(items)
  return { json: items, text }
}

export const showAgent: RunVerb = async (call) => {
  const agent = await connect(call.environment).call('GET /api/agents/:name', { params: nameIn(call) })
  const rows = agent.generations.map(({ generation, startedAt, why, endedAt, end }) => [
    String(generation),
    startedAt,
    why,
    endedAt ? `${endedAt}: ${end ?? ''}` : '-',
  ])
  const text = `${layoutAgent(agent)}\n\n${layoutTable([['RUN', 'AT', 'WHY', 'EXIT'], ...rows])}`
  return { json: agent, text }
}

export const showAgentState: RunVerb = async (call) => {
  const found = await connect(call.environment).call('GET /api/agents/:name/state', { params: nameIn(call) })
  const { brief, context, kept } = found
  const share = context?.percent ?? null
  const lines = [
    brief,
    ...(context === null
      ? []
      : [`Conversation: ${context.tokens} tokens${share === null ? '' : `, ${share} % of its window`}`]),
    ...(kept === null ? [] : [`Last saved: ${kept.at} (${kept.why}), ${kept.path}`]),
  ]
  return { json: found, text: lines.join('\n') }
}

export const attachAgent: RunVerb = async (call) => {
  const params = nameIn(call)
  const { attach } = await connect(call.environment).call('GET /api/agents/:name/terminal', {
    params,
    query: { scrollback: 0 },
  })
  if (call.json) return { json: { attach }, text: '' }
  return { json: {}, text: '', exitCode: await attachToPane(attach) }
}

const asker =
  (
    ask: (client: Client, params: { name: string }, call: VerbCall) => Promise<Agent>,
    done: string,
  ): RunVerb =>
  async (call) => {
    const agent = await ask(connect(call.environment), nameIn(call), call)
    return { json: agent, text: `${agent.name} ${done}` }
  }

export const stopAgent = asker(
  (client, params) => client.call('POST /api/agents/:name/stop', { params }),
  'is stopping; it stays registered',
)

export const restartAgent = asker(
  (client, params, { options }) =>
    client.call('POST /api/agents/:name/restart', {
      params,
      body: { fresh: options['fresh'] === true, ...pick(options, ['runtime', 'model']) },
    }),
  'is restarting',
)

export const interruptAgent = asker(
  (client, params) => client.call('POST /api/agents/:name/interrupt', { params }),
  'was interrupted',
)

export const answerAgent = asker(
  (client, params) => client.call('POST /api/agents/:name/answer', { params }),
  'got the answer',
)

export const clearAgent = asker(
  (client, params) => client.call('POST /api/agents/:name/clear', { params }),
  'starts a new conversation',
)

export const compactAgent = asker(
  (client, params) => client.call('POST /api/agents/:name/compact', { params }),
  'compacts its conversation',
)

export const removeAgent: RunVerb = async (call): Promise<Outcome> => {
  const removed = await connect(call.environment).call('DELETE /api/agents/:name', { params: nameIn(call) })
  const kept = removed.saved.map((line) => `\n  ${line}`).join('')
  const text = `${removed.agent} was removed${kept === '' ? '' : `; kept in the project:${kept}`}`
  return { json: removed, text }
}

function show({ environment }: VerbCall, name: string): Promise<Agent> {
  return connect(environment).call('GET /api/agents/:name', { params: { name } })
}

const nameIn = ({ args }: VerbCall) => ({ name: args[0] ?? '' })

function pick(options: VerbCall['options'], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = options[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
