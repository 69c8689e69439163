// Agents that need a person: those that ask something, those that were given up, a supervisor that stands still.
import type { AgentRecord } from '../agents/agent-record.ts'
import type { AttentionFacts } from './attention-facts.ts'
import type { Found } from './decide-attention.ts'

/** How hooks and screens tell of a dialog (judge-agent.ts, take-news.ts). */
const ASKS = /^asks \((\w+)\): (.*)$/s

const WANTS: Readonly<Record<string, string>> = {
  permission: 'asks for permission',
  question: 'has a question',
  trust: 'asks whether to trust its folder',
  login: 'needs a login',
  onboarding: 'asks first-run questions',
  update: 'is asked whether to update',
  quota: 'has used up its quota',
  unknown: 'shows a first screen that cmux does not know',
}
const WAITS = 'is waiting for an answer'

export function findAskingAgents({ agents }: AttentionFacts): Found[] {
  // What waits for an approval stands in the queue already.
  return agents.filter(({ status, approval }) => status === 'waiting' && !approval).map(describeAsking)
}

function describeAsking(record: AgentRecord): Found {
  // A hook often says only that something is asked; the screen shows what.
  const words = record.evidence
    .toSorted(
      (a, b) => Number(b.source === 'screen') - Number(a.source === 'screen') || b.at.localeCompare(a.at),
    )
    .map(({ says }) => ASKS.exec(says))
  const [, kind = '', text = 'see its terminal for the question'] = words.find((asks) => asks !== null) ?? []
  const answer = record.evidence.find(({ source }) => source === 'screen')?.answer
  return {
    ...about(record),
    title: `${record.name} ${WANTS[kind] ?? WAITS}`,
    detail: text,
    since: record.statusSince,
    command: `cmux agent ${answer === undefined ? 'attach' : 'answer'} ${record.name}`,
    ...(answer !== undefined && { answer }),
  }
}

export function findGivenUp({ agents }: AttentionFacts): Found[] {
  return agents.flatMap((record) => {
    const { name, gaveUp, desired } = record
    if (gaveUp === null) return []
    // Who stops one that was given up has dealt with it: what is left then is a removal that was refused.
    const isLeaving = desired === 'stopped'
    return {
      ...about(record),
      title: `${name} is not ${isLeaving ? 'removed' : 'started again'}`,
      detail: gaveUp.why,
      since: gaveUp.at,
      command: `cmux agent ${isLeaving ? 'remove' : 'restart'} ${name}`,
    }
  })
}

/** Told when the restart had not helped; it holds until there is another start, a sign of life, or another state. */
export function findStandingStill({ agents, calls }: AttentionFacts): Found[] {
  return agents.flatMap((record) => {
    const call = calls.findLast(({ data }) => data['agent'] === record.name)
    const isOver =
      record.gaveUp !== null || record.desired === 'stopped' || !['working', 'idle'].includes(record.status)
    if (!call || isOver || record.startedAt === null) return []
    const movedAt = record.movedAt ?? record.startedAt
    if (call.at < record.startedAt || call.at < movedAt) return []
    return {
      ...about(record),
      title: `${record.name} makes no progress`,
      detail: String(call.data['why']),
      since: call.at,
      command: `cmux agent attach ${record.name}`,
    }
  })
}

function about({ name, project }: AgentRecord) {
  return { agent: name, ...(project !== null && { project }), link: `/agents/${name}` }
}
