// Agents as text: a row each, or one with all that is known of it.
import type { Agent } from '../../protocol/agents/agent.ts'
import { printable } from '../../lib/printable.ts'
import { describePause } from '../../protocol/agents/describe-pause.ts'
import { quietSince } from '../../protocol/agents/quiet-since.ts'
import { layoutDuration, layoutTable } from './layout.ts'

export function layoutAgents(agents: readonly Agent[]): string {
  const rows = agents.map((agent) => [
    agent.name,
    agent.status,
    sinceOf(agent.statusSince),
    agent.role,
    describeRuntime(agent),
    agent.project ?? '-',
    cut(`${describeQuiet(agent)}${doesOf(agent)}`),
  ])
  return layoutTable([['NAME', 'STATUS', 'SINCE', 'ROLE', 'RUNTIME', 'PROJECT', 'DOES'], ...rows])
}

function doesOf({ paused, purpose, evidence }: Agent): string {
  return paused ? describePause(paused) : purpose || (evidence.at(-1)?.says ?? '')
}

/** At work and nothing comes of it, whatever its screen shows. */
function describeQuiet(agent: Agent): string {
  const since = quietSince(agent, Date.now())
  return since === null ? '' : `quiet for ${sinceOf(since)}: `
}

export function layoutAgent(agent: Agent): string {
  const facts: Facts = [
    ['agent', `${agent.name} (${agent.role}, ${describeRuntime(agent)})`],
    ['status', `${agent.status} for ${sinceOf(agent.statusSince)}`],
    ...(agent.elsewhere ? layoutElsewhere(agent.elsewhere) : layoutHere(agent)),
    ...agent.evidence.map(({ source, says, at }) => [source, `${says} (${sinceOf(at)} ago)`] as const),
  ]
  return layoutTable(facts.map(([name, value]) => [name, printable(value)]))
}

type Facts = readonly (readonly [string, string])[]

function layoutHere(agent: Agent): Facts {
  return [
    ['works in', describeFolder(agent)],
    ['run', `${agent.generation}, process ${agent.pid ?? 'none'}, pane ${agent.pane ?? 'none'}`],
    ['conversation', agent.conversation ?? 'none yet'],
    ['sandboxed', describeConfinement(agent)],
    ['used', `${agent.usage.input} tokens in, ${agent.usage.output} out`],
  ]
}

function describeFolder({ folder, branch, inCheckout }: Agent): string {
  if (inCheckout) return `${folder} (your checkout)`
  return branch === null ? folder : `${folder} on ${branch}`
}

function layoutElsewhere(elsewhere: NonNullable<Agent['elsewhere']>): Facts {
  const { silentSec, heardAt, upSince, silentSince } = elsewhere
  return [
    ['heard', heardAt === null ? 'never' : `${sinceOf(heardAt)} ago; more than ${silentSec} s is an alert`],
    ['up', silentSince === null && upSince !== null ? `for ${sinceOf(upSince)}` : 'no'],
  ]
}

function describeRuntime({ elsewhere, runtime, unconfined, inCheckout }: Agent): string {
  if (elsewhere) return 'remote'
  const marks = [...(unconfined === null ? [] : ['not sandboxed']), ...(inCheckout ? ['in checkout'] : [])]
  return [runtime, ...marks].join(', ')
}

const NETWORKS = {
  own: 'its own network',
  listed: 'no network but cmux and listed domains',
  none: 'no network but cmux',
  host: 'this machine’s network, local services included',
} as const

function describeConfinement({ confined, unconfined, network }: Agent): string {
  if (confined) return network === null ? 'yes' : `yes, ${NETWORKS[network]}`
  return unconfined === null ? 'not started yet' : `no: ${unconfined}; the agent can do what you can`
}

const CUT_CHARS = 60
const cut = (text: string) => (text.length > CUT_CHARS ? `${text.slice(0, CUT_CHARS - 1)}…` : text)
const sinceOf = (at: string) => layoutDuration(Math.max(0, (Date.now() - Date.parse(at)) / 1000))
