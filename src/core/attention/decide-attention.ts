// From facts to the list of what waits for a person. Pure. A new kind of thing to wait for is one more row.
import type { Attention, AttentionItem } from '../../protocol/attention.ts'
import { describeSlowness } from '../../protocol/releases/describe-slowness.ts'
import type { AskingTask, AttentionFacts } from './attention-facts.ts'
import { findApprovals } from './find-approvals.ts'
import { findAskingAgents, findGivenUp, findStandingStill } from './find-asking-agents.ts'
import { findBrokenPolicy } from './find-broken-policy.ts'
import { findMissingSandbox } from './find-missing-sandbox.ts'
import { findFallenWards } from './find-fallen-wards.ts'
import { findSilent } from './find-silent.ts'
import { findOpenAlerts } from './find-open-alerts.ts'
import { findUsedUp } from './find-used-up.ts'
import { findWantedPorts } from './find-wanted-ports.ts'
import { findWaitingRules } from './find-waiting-rules.ts'
import { findFailingChannels } from './find-failing-channels.ts'
import { findDeadLetters, findUnread } from './find-unread.ts'

/** A screen full of these is a list that nobody works through; the count of the others is enough. */
const ITEMS_MAX = 100

export type Found = Omit<AttentionItem, 'kind' | 'urgency'>

interface Row extends Pick<AttentionItem, 'kind' | 'urgency'> {
  readonly find: (facts: AttentionFacts) => readonly Found[]
}

/** In the order in which a person should look at them. */
const ROWS: readonly Row[] = [
  { kind: 'cmux', urgency: 'high', find: findOwnTrouble },
  { kind: 'sandbox', urgency: 'high', find: findMissingSandbox },
  { kind: 'policy', urgency: 'high', find: findBrokenPolicy },
  { kind: 'project-rules', urgency: 'high', find: findWaitingRules },
  { kind: 'approval', urgency: 'high', find: findApprovals },
  { kind: 'agent-asks', urgency: 'high', find: findAskingAgents },
  { kind: 'agent-port', urgency: 'normal', find: findWantedPorts },
  { kind: 'agent-given-up', urgency: 'high', find: findGivenUp },
  { kind: 'agent-silent', urgency: 'high', find: findSilent },
  { kind: 'agent-still', urgency: 'high', find: findStandingStill },
  { kind: 'budget', urgency: 'high', find: findUsedUp },
  { kind: 'service', urgency: 'high', find: findFallenWards },
  { kind: 'alert', urgency: 'high', find: findOpenAlerts },
  { kind: 'task', urgency: 'normal', find: findAskingTasks },
  { kind: 'dead-letter', urgency: 'normal', find: findDeadLetters },
  { kind: 'channel', urgency: 'normal', find: findFailingChannels },
  { kind: 'mail', urgency: 'low', find: findUnread },
]

export function decideAttention(facts: AttentionFacts): Attention {
  const all = ROWS.flatMap((row) => findSorted(row, facts))
  return { items: all.slice(0, ITEMS_MAX), next: null, leftOff: Math.max(0, all.length - ITEMS_MAX) }
}

function findSorted({ kind, urgency, find }: Row, facts: AttentionFacts): AttentionItem[] {
  const found = find(facts).toSorted((a, b) => (a.since ?? '').localeCompare(b.since ?? ''))
  return found.map((item) => Object.assign({ kind, urgency }, item))
}

function findOwnTrouble({ health, trouble }: AttentionFacts): Found[] {
  const parts = [
    ['the store', health.store],
    ['tmux', health.tmux],
    ['the front end', health.frontend],
  ] as const
  const sick = parts.filter(([, { status }]) => status !== 'healthy')
  const words = [
    ...sick.map(([name, { status, detail }]) => `${name} is ${status}${detail ? `: ${detail}` : ''}`),
    ...(health.slow?.part === 'server' ? [`the server ${describeSlowness(health.slow)}`] : []),
    ...(trouble === null ? [] : [`watchdog: ${trouble}`]),
  ]
  if (words.length === 0) return []
  const status = health.status === 'healthy' ? 'degraded' : health.status
  return [
    {
      title: `cmux itself is ${status}`,
      detail: words.join('; '),
      since: null,
      command: 'cmux doctor',
      link: '/health',
    },
  ]
}

function findAskingTasks({ tasks }: AttentionFacts): Found[] {
  return tasks.map(describeTask)
}

function describeTask(task: AskingTask): Found {
  const { id, title, state, assignee, project, createdBy, since, question } = task
  return {
    title: `${assignee ?? 'nobody'} needs ${state === 'auth-required' ? 'access' : 'an answer'} for: ${title}`,
    detail: question ?? `requested by ${createdBy}`,
    since,
    ...(assignee !== null && { agent: assignee }),
    ...(project !== null && { project }),
    command: `cmux task show ${id}`,
    link: `/tasks/${id}`,
  }
}
