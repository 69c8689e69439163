// Ports between agents' own networks and this machine.
import { PORT_MAX, type AgentPort } from '../../../protocol/agents/port.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import { connect } from '../../connect.ts'
import { layoutTable } from '../../layout/layout.ts'
import type { RunVerb, VerbCall } from '../../verb.ts'

export const listAgentPorts: RunVerb = async ({ args: [name = ''], environment }) => {
  const { items } = await connect(environment).call('GET /api/agents/:name/ports', { params: { name } })
  const rows = items.map((row) => [placeOf(row), describe(row), row.by ?? '-', row.since])
  const text =
    rows.length === 0
      ? `${name} uses no port of this machine`
      : layoutTable([['PORT', 'STATE', 'BY', 'SINCE'], ...rows])
  return { json: items, text }
}

export const openAgentPort: RunVerb = async (call) => {
  const { options, environment } = call
  const scope = options['once'] === true ? 'run' : options['project'] === true ? 'project' : 'agent'
  const body = { ...placeIn(call), scope } as const
  const json = await connect(environment).call('POST /api/agents/:name/ports/open', {
    params: paramsIn(call),
    body,
  })
  return { json, text: `${json.agent} may use ${placeOf(json)}: ${SCOPES[scope]}` }
}

export const closeAgentPort: RunVerb = async (call) => {
  const request = { params: paramsIn(call), body: placeIn(call) }
  const json = await connect(call.environment).call('POST /api/agents/:name/ports/close', request)
  return { json, text: `${json.agent} may not use ${placeOf(json)}` }
}

export const publishAgentPort: RunVerb = async (call) => {
  const { port } = placeIn(call)
  const body = { port, open: call.options['close'] !== true }
  const request = { params: paramsIn(call), body }
  const json = await connect(call.environment).call('POST /api/agents/:name/ports/publish', request)
  const text =
    json.state === 'open' ? `http://127.0.0.1:${json.hostPort}` : `port ${port} of ${json.agent} is closed`
  return { json, text }
}

const SCOPES = {
  run: 'until its next start',
  agent: 'from now on',
  project: 'from now on, and so may all agents of its project',
} as const

const paramsIn = ({ args: [name = ''] }: VerbCall) => ({ name })

function placeIn({ args, options }: VerbCall): { port: number; address?: string } {
  const port = Number(args[1])
  if (!Number.isInteger(port) || port < 1 || port > PORT_MAX)
    throw new CmuxError('USAGE', `${args[1]} is not a port: a number from 1 to ${PORT_MAX}`)
  const { address } = options
  return typeof address === 'string' ? { port, address } : { port }
}

function placeOf({ direction, address, port }: AgentPort): string {
  if (direction === 'to-agent') return `its own ${port}`
  return address === 'localhost' ? `port ${port} of this machine` : `port ${port} of ${address}`
}

function describe({ state, scope, direction, hostPort }: AgentPort): string {
  if (direction === 'to-agent' && state === 'open') return `open to you at http://127.0.0.1:${hostPort}`
  return state === 'open' && scope !== null ? `open, ${SCOPES[scope]}` : state
}
