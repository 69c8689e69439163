// Which agents are shown, in which order, and parted by their projects.
import type { Agent } from '../../../protocol/agents/agent.ts'

export const ORDERS = ['name', 'status', 'newest'] as const
export type Order = (typeof ORDERS)[number]

export interface Wanted {
  /** Words that all occur in name, role, runtime, project or purpose. */
  readonly text: string
  readonly status: Agent['status'] | ''
  readonly order: Order
}

export interface ProjectAgents {
  readonly project: string | null
  readonly agents: readonly Agent[]
}

/** What wants a look comes first. */
const URGENCY: readonly Agent['status'][] = [
  'dead',
  'waiting',
  'unknown',
  'working',
  'starting',
  'idle',
  'paused',
  'stopped',
]

type Compare = (a: Agent, b: Agent) => number

const byName: Compare = (a, b) => a.name.localeCompare(b.name)

const COMPARE: Readonly<Record<Order, Compare>> = {
  name: byName,
  status: (a, b) => URGENCY.indexOf(a.status) - URGENCY.indexOf(b.status) || byName(a, b),
  newest: (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || byName(a, b),
}

export function arrangeAgents(agents: readonly Agent[], wanted: Wanted): readonly ProjectAgents[] {
  const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = agents
    .filter((agent) => wanted.status === '' || agent.status === wanted.status)
    .filter((agent) => words.every((word) => wordsOf(agent).includes(word)))
    .toSorted(COMPARE[wanted.order])
  const groups = Map.groupBy(shown, ({ project }) => project)
  return [...groups]
    .map(([project, members]) => ({ project, agents: members }))
    .toSorted((a, b) => (a.project ?? '\uffff').localeCompare(b.project ?? '\uffff'))
}

function wordsOf({ name, role, runtime, project, purpose }: Agent): string {
  return [name, role, runtime, project, purpose].join(' ').toLowerCase()
}
