// What there is to tell of each kind of event. Pure; a new kind of notice is one more row. Events about notices have none,
// so that no failure of a channel is ever told over channels.
import { SILENT_ALERT } from '../../protocol/alerts/alert.ts'
import type { Event } from '../../protocol/event.ts'
import type { NoticeDraft } from './notice-draft.ts'

type Data = Event['data']
type Row = (data: Data, actor: string) => NoticeDraft | undefined

const ROWS: Readonly<Record<string, Row>> = {
  'approval.asked': describeApproval,
  'approval.decided': (data, actor) =>
    describeDecision(data, word(data, 'state'), sentences(`by ${actor}`, word(data, 'reason'))),
  'approval.expired': (data) => describeDecision(data, 'expired without an answer', ''),
  'approval.withdrawn': (data) => describeDecision(data, 'withdrawn', word(data, 'why')),
  'agent.needs_person': (data) => ({
    kind: 'agent-needs-person',
    urgency: 'high',
    matter: `agent-needs-person:${word(data, 'agent')}`,
    title: `${word(data, 'agent')} needs a person`,
    text: sentences(word(data, 'why'), word(data, 'hint')),
    link: `/agents/${word(data, 'agent')}`,
  }),
  'agent.silent': (data) => ({
    kind: 'agent-silent',
    urgency: 'high',
    matter: `agent-silent:${word(data, 'agent')}`,
    title: `${word(data, 'agent')} is silent`,
    text: `The remote agent has sent no heartbeat for more than ${word(data, 'limitSec')} s. See: cmux agent show ${word(data, 'agent')}`,
    link: `/agents/${word(data, 'agent')}`,
  }),
  'agent.status': describeStatus,
  'agents.breaker': (data) => ({
    kind: 'agents-breaker',
    urgency: 'high',
    matter: 'agents-breaker',
    title: `${word(data, 'dead')} of ${word(data, 'all')} agents look dead at once`,
    text: 'cmux checks twice before it restarts any of them. See: cmux agent list',
    link: '/agents',
  }),
  'quota.breaker': (data) => ({
    kind: 'quota',
    urgency: 'high',
    matter: 'quota',
    title: 'agents are on hold: their accounts’ quota is used up',
    text: sentences(word(data, 'says'), `They resume at ${word(data, 'until')}.`),
    link: '/agents',
  }),
  'budget.warned': (data) => describeBudget(data, 'normal', 'is nearly used up'),
  'budget.used_up': (data) => describeBudget(data, 'high', 'is used up'),
  'task.moved': describeTask,
  'message.moved': describeLetter,
  'watchdog.acted': describeRecovery,
  'release.rehearsed': describeRehearsal,
  'change.planned': (data) => describeMove({ ...data, from: '', to: 'planned' }),
  'change.moved': describeMove,
  'frontend.damaged': () => ({
    kind: 'front-end',
    urgency: 'normal',
    matter: 'front-end',
    title: 'files of the dashboard were damaged',
    text: 'cmux restores them from its own copy. See: cmux status',
    link: '/health',
  }),
  'service.status': describeService,
  'alert.raised': describeAlert,
  'alert.repeated': (data) => (data['told'] === true ? describeAlert(data) : undefined),
  'backup.restored': (data) => ({
    kind: 'restore',
    urgency: 'high',
    matter: 'restore',
    title: 'the state was restored from a backup',
    text: `The state is that of ${word(data, 'from')}; later state is set aside.`,
    link: '/audit',
  }),
}

/** What has to be read of the history. */
export const NOTICE_TYPES: readonly string[] = Object.keys(ROWS)

export function noticeOfEvent({
  type,
  data,
  actor,
}: Pick<Event, 'type' | 'data' | 'actor'>): NoticeDraft | undefined {
  return Object.hasOwn(ROWS, type) ? ROWS[type]?.(data, actor) : undefined
}

function describeApproval(data: Data): NoticeDraft {
  const id = word(data, 'id')
  const agent = word(data, 'agent')
  return {
    kind: 'approval',
    urgency: 'high',
    matter: `approval:${id}`,
    title: `${agent === '' ? 'approval requested' : `${agent} asks`}: ${word(data, 'title')}`,
    text: word(data, 'why'),
    link: `/approvals/${id}`,
    approval: id,
  }
}

function describeDecision(data: Data, outcome: string, text: string): NoticeDraft {
  const id = word(data, 'id')
  return {
    kind: 'approval-decided',
    urgency: 'high',
    matter: `approval-decided:${id}`,
    title: `${outcome}: ${word(data, 'title')}`,
    text,
    link: `/approvals/${id}`,
    follows: `approval:${id}`,
  }
}

function describeStatus(data: Data): NoticeDraft | undefined {
  if (data['to'] !== 'waiting') return undefined
  const agent = word(data, 'agent')
  return {
    kind: 'agent-asks',
    urgency: 'normal',
    matter: `agent-asks:${agent}`,
    title: `${agent} is waiting for an answer at its terminal`,
    text: `See: cmux agent attach ${agent}`,
    link: `/agents/${agent}`,
  }
}

function describeBudget(data: Data, urgency: NoticeDraft['urgency'], says: string): NoticeDraft {
  const scope = word(data, 'scope')
  const kind = word(data, 'kind')
  return {
    kind: 'budget',
    urgency,
    matter: `budget:${scope}:${kind}:${urgency}`,
    title: `the budget of ${scope} ${says}: ${kind}`,
    text: `${word(data, 'used')} of ${word(data, 'limit')}`,
    link: '/budgets',
  }
}

const TASK_STATES: Readonly<Record<string, Pick<NoticeDraft, 'kind' | 'urgency'> & { says: string }>> = {
  'input-required': { kind: 'task-asks', urgency: 'normal', says: 'needs an answer' },
  'auth-required': { kind: 'task-asks', urgency: 'normal', says: 'needs access' },
  failed: { kind: 'task-done', urgency: 'normal', says: 'has failed' },
  completed: { kind: 'task-done', urgency: 'low', says: 'is done' },
}

function describeTask(data: Data): NoticeDraft | undefined {
  const state = TASK_STATES[word(data, 'to')]
  if (!state) return undefined
  const { says, ...rest } = state
  const id = word(data, 'id')
  return {
    ...rest,
    matter: `task:${id}:${word(data, 'to')}`,
    title: `task ${says}: ${word(data, 'title')}`,
    text: sentences(word(data, 'note'), `See: cmux task show ${id}`),
    link: `/tasks/${id}`,
  }
}

function describeLetter(data: Data): NoticeDraft | undefined {
  if (data['receipt'] !== 'dead') return undefined
  return {
    kind: 'dead-letter',
    urgency: 'normal',
    matter: `dead-letter:${word(data, 'to')}`,
    title: `a message to ${word(data, 'to')} could not be delivered`,
    text: sentences(word(data, 'says'), `See: cmux message show ${word(data, 'id')}`),
    link: '/chat',
  }
}

/** Steps in between are low, so only channels that ask for low urgency get them. A request for a person's leave is a notice of its own. */
const MOVES: Readonly<Record<string, Pick<NoticeDraft, 'urgency'> & { says: string }>> = {
  planned: { urgency: 'normal', says: 'was drafted' },
  queued: { urgency: 'low', says: 'is queued' },
  checking: { urgency: 'low', says: 'runs its checks' },
  reviewing: { urgency: 'low', says: 'is in review' },
  rehearsing: { urgency: 'low', says: 'is being rehearsed' },
  adopting: { urgency: 'low', says: 'is being merged' },
  refused: { urgency: 'normal', says: 'was not merged' },
  restarting: { urgency: 'normal', says: 'is merged and about to restart' },
  soaking: { urgency: 'low', says: 'is on probation' },
  good: { urgency: 'normal', says: 'is merged' },
  canceled: { urgency: 'low', says: 'was canceled' },
  rolling_back: { urgency: 'high', says: 'is being rolled back' },
  rolled_back: { urgency: 'high', says: 'was rolled back' },
}

function describeMove(data: Data): NoticeDraft | undefined {
  const [from, to, id] = [word(data, 'from'), word(data, 'to'), word(data, 'id')]
  const move = from === to ? undefined : MOVES[to]
  if (!move) return undefined
  return {
    kind: 'change',
    urgency: move.urgency,
    matter: `change:${id}:${to}`,
    title: `change to ${word(data, 'project')} ${move.says}: ${word(data, 'description')}`,
    text: sentences(word(data, 'note'), `See: cmux improve show ${id}`),
    link: `/changes/${id}`,
  }
}

/** What the watchdog does that a person may want to hear; the rest is everyday life. */
const RECOVERIES: Readonly<Record<string, Pick<NoticeDraft, 'urgency' | 'title'>>> = {
  failed: { urgency: 'normal', title: 'the server failed' },
  recovered: { urgency: 'normal', title: 'the server runs again' },
  bad: { urgency: 'high', title: 'a release is bad and is no longer used' },
  refused: { urgency: 'high', title: 'a release did not take over' },
  'not started': { urgency: 'normal', title: 'a release was not started' },
  swapped: { urgency: 'low', title: 'another release took over' },
  'safe mode': { urgency: 'high', title: 'safe mode: no release is healthy' },
  'guard refused': { urgency: 'high', title: 'a watchdog failed its trial' },
  'disk full': { urgency: 'high', title: 'the disk is full' },
}

function describeRecovery(data: Data): NoticeDraft | undefined {
  const kind = word(data, 'kind')
  const row = RECOVERIES[kind]
  if (!row) return undefined
  const detail = (data['detail'] ?? {}) as Data
  const names = Object.keys(detail).filter((name) => name !== 'at')
  const words = names.map((name) => `${name}: ${word(detail, name)}`)
  return {
    kind: 'recovery',
    ...row,
    matter: `recovery:${kind}`,
    text: sentences(words.join('; '), 'See: cmux status'),
    link: '/health',
  }
}

/** How it is, to people who use it. That it starts or was stopped is everyday life. */
const SERVICE_STATES: Readonly<Record<string, Pick<NoticeDraft, 'urgency'> & { says: string }>> = {
  sick: { urgency: 'normal', says: 'is unhealthy and is being restarted' },
  given_up: { urgency: 'high', says: 'is down: it crashed too often' },
}

function describeService(data: Data): NoticeDraft | undefined {
  const state = SERVICE_STATES[word(data, 'to')]
  if (!state) return undefined
  const project = word(data, 'project')
  return {
    kind: 'service',
    urgency: state.urgency,
    matter: `service:${project}:${word(data, 'to')}`,
    title: `the service of ${project} ${state.says}`,
    text: sentences(word(data, 'why'), `See: cmux project service ${project}`),
    link: '/health',
  }
}

function describeAlert(data: Data): NoticeDraft | undefined {
  // `agent.silent` tells of it.
  if (word(data, 'kind') === SILENT_ALERT) return undefined
  const [id, where, count] = [word(data, 'id'), word(data, 'where'), word(data, 'count')]
  const times = count === '1' ? '' : `seen ${count} times`
  return {
    kind: 'alert',
    urgency: 'high',
    matter: `alert:${id}`,
    title: `alert: ${word(data, 'title')}`,
    text: sentences(where === '' ? '' : `in ${where}`, times, `See: cmux alerts show ${id}`),
    link: '/health',
  }
}

function describeRehearsal(data: Data): NoticeDraft {
  const release = word(data, 'release')
  const failed = (data['failed'] ?? {}) as Data
  return data['passed'] === true
    ? {
        kind: 'release',
        urgency: 'low',
        matter: `release:${release}`,
        title: `release ${release} passed its rehearsal`,
        text: `See: cmux release rehearsal ${release}`,
        link: '/health',
      }
    : {
        kind: 'release',
        urgency: 'high',
        matter: `release:${release}`,
        title: `release ${release} failed its rehearsal`,
        text: sentences(
          `${word(failed, 'check')}: ${word(failed, 'detail')}`,
          `See: cmux release rehearsal ${release}`,
        ),
        link: '/health',
      }
}

function word(data: Data, key: string): string {
  const value = data[key]
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.join(', ')
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

const sentences = (...parts: string[]) => parts.filter((part) => part !== '').join('\n')
