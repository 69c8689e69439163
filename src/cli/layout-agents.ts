// Agents as text: a row each, or one with all that is known of it.
import type { Agent } from '../protocol/agent.ts'
import { printable } from '../lib/printable.ts'
import { describePause } from '../protocol/describe-pause.ts'
import { layoutDuration, layoutTable } from './layout.ts'

export function layoutAgents(agents: readonly Agent[]): string {
  const rows = agents.map((agent) => [
    agent.name,
    agent.status,
    sinceOf(agent.statusSince),
    agent.role,
    agent.unconfined === null ? agent.runtime : `${agent.runtime}, unconfined`,
    agent.project ?? '-',
    cut(agent.paused ? describePause(agent.paused) : agent.purpose || (agent.evidence.at(-1)?.says ?? '')),
  ])
  return layoutTable([['NAME', 'STATUS', 'SINCE', 'ROLE', 'RUNTIME', 'PROJECT', 'DOES'], ...rows])
}

export function layoutAgent(agent: Agent): string {
  const facts: readonly (readonly [string, string])[] = [
    ['agent', `${agent.name} (${agent.role}, ${agent.runtime})`],
    ['status', `${agent.status} for ${sinceOf(agent.statusSince)}`],
    ['works in', `${agent.folder}${agent.branch === null ? '' : ` on ${agent.branch}`}`],
    ['start', `${agent.generation}, process ${agent.pid ?? 'none'}, pane ${agent.pane ?? 'none'}`],
    ['conversation', agent.conversation ?? 'none yet'],
    ['confined', describeConfinement(agent)],
    ['used', `${agent.usage.input} tokens in, ${agent.usage.output} out`],
    ...agent.evidence.map(({ source, says, at }) => [source, `${says} (${sinceOf(at)} ago)`] as const),
  ]
  return layoutTable(facts.map(([name, value]) => [name, printable(value)]))
}

function describeConfinement({ confined, unconfined }: Agent): string {
  if (confined) return 'yes'
  return unconfined === null ? 'not started yet' : `unconfined: ${unconfined}; it can do what you can`
}

const CUT_CHARS = 60
const cut = (text: string) => (text.length > CUT_CHARS ? `${text.slice(0, CUT_CHARS - 1)}…` : text)
const sinceOf = (at: string) => layoutDuration(Math.max(0, (Date.now() - Date.parse(at)) / 1000))
