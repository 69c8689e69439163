// What happened, as a sentence: one row a kind of event. What is not known here is still told, by its name.
import type { BudgetKind } from '../../protocol/budget.ts'
import { describeAmount, describeMeter, describeScope } from '../../protocol/describe-meter.ts'
import type { Event } from '../../protocol/event.ts'
import type { Tone } from '../ui/tone.ts'
import { sayActor } from './say-actor.ts'
import { describeWatchdogAct } from './describe-watchdog-act.ts'

export interface EventWords {
  readonly text: string
  readonly tone: Tone
  /** Where more of it is seen. */
  readonly link?: string
}

type Data = Readonly<Record<string, unknown>>
type Row = (data: Data, actor: string) => EventWords

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** A version that a person can read out. */
const short = (release: unknown) => text(release).slice(0, 12)
const agentLink = (data: Data) => `/agents/${text(data['agent'])}`
const taskLink = (data: Data) => `/tasks/${text(data['id'])}`

const aboutAgent =
  (tone: Tone, says: (data: Data, actor: string) => string): Row =>
  (data, actor) => ({ text: `${text(data['agent'])} ${says(data, actor)}`, tone, link: agentLink(data) })

const aboutTask =
  (tone: Tone, says: (data: Data, actor: string) => string): Row =>
  (data, actor) => ({
    text: `task “${text(data['title'])}” ${says(data, actor)}`,
    tone,
    link: taskLink(data),
  })

const approvalLink = (data: Data) => `/approvals/${text(data['id'])}`

const aboutApproval =
  (tone: Tone, says: (data: Data, actor: string) => string): Row =>
  (data, actor) => ({ text: says(data, actor), tone, link: approvalLink(data) })

const aboutBudget =
  (tone: Tone, says: string): Row =>
  ({ scope, kind, used, limit }) => ({
    text: `${describeScope(text(scope))} ${says}: ${describeMeter(kind as BudgetKind, Number(used), Number(limit))}`,
    tone,
    link: '/budgets',
  })

const STATUS_TONES: Readonly<Record<string, Tone>> = { dead: 'bad', waiting: 'worry', unknown: 'worry' }
const TASK_TONES: Readonly<Record<string, Tone>> = {
  completed: 'well',
  failed: 'bad',
  rejected: 'bad',
  'input-required': 'worry',
  'auth-required': 'worry',
}

const CHANGE_TONES: Readonly<Record<string, Tone>> = {
  good: 'well',
  refused: 'bad',
  rolling_back: 'worry',
  rolled_back: 'worry',
}

const ROWS: Readonly<Record<string, Row>> = {
  'server.started': ({ release, pid }) => ({
    text: `the server runs: release ${short(release)}, process ${text(pid)}`,
    tone: 'quiet',
    link: '/health',
  }),
  'server.stopped': ({ reason }) => ({
    text: `a server ended: ${text(reason)}`,
    tone: 'quiet',
    link: '/health',
  }),
  'token.created': ({ role }, actor) => ({ text: `${actor} made a token for ${text(role)}`, tone: 'quiet' }),
  'token.revoked': ({ role }, actor) => ({
    text: `${actor} revoked a token of ${text(role)}`,
    tone: 'quiet',
  }),
  'login.used': () => ({ text: 'somebody logged in with a link', tone: 'quiet' }),
  'backup.created': ({ reason }) => ({ text: `a backup was made: ${text(reason)}`, tone: 'quiet' }),
  'backup.restored': ({ from }) => ({ text: `the backup ${text(from)} was restored`, tone: 'worry' }),
  'frontend.damaged': ({ files }) => ({
    text: `files of this page were damaged: ${listed(files)}`,
    tone: 'bad',
    link: '/health',
  }),
  'frontend.restored': ({ files }) => ({
    text: `files of this page were put back: ${listed(files)}`,
    tone: 'well',
    link: '/health',
  }),
  'watchdog.acted': describeWatchdogAct,
  'agent.spawned': aboutAgent(
    'busy',
    ({ role, runtime }, actor) => `was spawned by ${actor} as ${text(role)} (${text(runtime)})`,
  ),
  'agent.started': (data) => {
    const how = data['resumes'] === true ? 'with its conversation' : 'afresh'
    const isBack = data['why'] === 'it had ended'
    return {
      text: isBack
        ? `${text(data['agent'])} is back ${how}, life ${text(data['generation'])}`
        : `${text(data['agent'])} started ${how}, life ${text(data['generation'])}: ${text(data['why'])}`,
      tone: isBack ? 'well' : 'busy',
      link: agentLink(data),
    }
  },
  'agent.ended': (data) => ({
    text: `${text(data['agent'])} ended: ${text(data['end'])}`,
    tone: data['asked'] === null ? 'bad' : 'quiet',
    link: agentLink(data),
  }),
  'agent.status': (data) => ({
    text: `${text(data['agent'])} is ${text(data['to'])}`,
    tone: STATUS_TONES[text(data['to'])] ?? 'quiet',
    link: agentLink(data),
  }),
  'agent.asked': aboutAgent('quiet', ({ what }, actor) => `was asked by ${actor}: ${text(what)}`),
  'agent.session': aboutAgent('quiet', ({ source }) => `has a conversation (${text(source)})`),
  'agent.unmoved': aboutAgent('worry', ({ fault, rung }) => `did not move (${text(fault)}): ${text(rung)}`),
  'agent.needs_person': aboutAgent('bad', ({ why }) => `needs you: ${text(why)}`),
  'agent.paused': aboutAgent(
    'worry',
    ({ why }, actor) => `was paused by ${actor}${text(why) === '' ? '' : `: ${text(why)}`}`,
  ),
  'agent.resumed': aboutAgent('well', (_, actor) => `was resumed by ${actor}`),
  'agent.removed': aboutAgent('quiet', (_, actor) => `was removed by ${actor}; its work is kept`),
  'agents.breaker': ({ dead, all }) => ({
    text: `${text(dead)} of ${text(all)} agents looked dead at once: looked again before anything was done`,
    tone: 'worry',
    link: '/agents',
  }),
  'tool.started': aboutAgent('quiet', ({ tool, input }) => `uses ${text(tool)}: ${text(input)}`),
  'tool.ended': (data) => ({
    text: `${text(data['agent'])} is done with ${text(data['tool'])}${data['failure'] === null ? '' : `: ${text(data['failure'])}`}`,
    tone: data['failure'] === null ? 'quiet' : 'worry',
    link: agentLink(data),
  }),
  'tool.refused': aboutAgent(
    'worry',
    ({ tool, input, why }) => `was not let use ${text(tool)} (${text(why)}): ${text(input)}`,
  ),
  'approval.asked': aboutApproval(
    'worry',
    ({ agent, title, risk }, actor) =>
      `${text(agent) || actor} asks to be let (${text(risk)} risk): ${text(title)}`,
  ),
  'approval.decided': (data, actor) => ({
    text: `${sayActor(actor)} ${text(data['state'])}: ${text(data['title'])}${text(data['reason']) === '' ? '' : ` (${text(data['reason'])})`}`,
    tone: data['state'] === 'approved' ? 'well' : 'worry',
    link: approvalLink(data),
  }),
  'approval.expired': aboutApproval('worry', ({ title }) => `nobody decided in time: ${text(title)}`),
  'approval.withdrawn': aboutApproval(
    'quiet',
    ({ title, why }) => `a request is taken back (${text(why)}): ${text(title)}`,
  ),
  'approval.used': aboutApproval('quiet', ({ title }) => `what was approved is done: ${text(title)}`),
  'approvals.passphrase': ({ isSet }, actor) => ({
    text: `${sayActor(actor)} ${isSet === true ? 'set the passphrase' : 'took the passphrase away'} that a yes needs`,
    tone: 'worry',
    link: '/approvals',
  }),
  'usage.counted': aboutAgent(
    'quiet',
    ({ input, output }) => `used ${text(input)} tokens in and ${text(output)} out`,
  ),
  'usage.clocked': aboutAgent(
    'quiet',
    ({ ms }) => `worked for ${describeAmount('wallSec', Number(ms) / 1000)}`,
  ),
  'turn.started': aboutAgent('quiet', () => 'took a prompt'),
  'budget.set': ({ scope }, actor) => ({
    text: `${sayActor(actor)} set ${describeScope(text(scope))}`,
    tone: 'busy',
    link: '/budgets',
  }),
  'budget.warned': aboutBudget('worry', 'is nearly used up'),
  'budget.used_up': aboutBudget('bad', 'is used up'),
  'quota.breaker': ({ agents, all, says }) => ({
    text: `${listed(agents)} of ${text(all)} agents rest: the quota of their accounts is used up (${text(says)})`,
    tone: 'bad',
    link: '/agents',
  }),
  'message.accepted': ({ from, to, subject }) => ({
    text: `${text(from)} wrote to ${text(to)}${text(subject) === '' ? '' : `: ${text(subject)}`}`,
    tone: 'busy',
    link: `/agents/${text(to) === 'owner' ? text(from) : text(to)}?tab=conversation`,
  }),
  'message.moved': ({ from, to, receipt, says }) => ({
    text: `the message of ${text(from)} to ${text(to)} is ${text(receipt)}: ${text(says)}`,
    tone: receipt === 'dead' ? 'bad' : 'quiet',
  }),
  'message.waits': ({ to, why }) => ({ text: `mail for ${text(to)} waits: ${text(why)}`, tone: 'worry' }),
  'task.added': aboutTask('busy', (_, actor) => `was added by ${actor}`),
  'task.assigned': aboutTask('quiet', ({ assignee }) =>
    text(assignee) === '' ? 'is free again' : `goes to ${text(assignee)}`,
  ),
  'task.handed_over': ({ id, assignee }) => ({
    text: `${text(assignee)} was given a task`,
    tone: 'quiet',
    link: `/tasks/${text(id)}`,
  }),
  'task.moved': (data) => ({
    text: `task “${text(data['title'])}” is ${text(data['to'])}`,
    tone: TASK_TONES[text(data['to'])] ?? 'busy',
    link: taskLink(data),
  }),
  'task.noted': aboutTask('quiet', ({ note }) => `· ${text(note)}`),
  'task.offered_again': aboutTask(
    'worry',
    ({ agent, why }) => `is offered again, ${text(agent)} has ended: ${text(why)}`,
  ),
  'change.planned': ({ description, project, tier }, actor) => ({
    text: `${actor} planned a change of ${text(project)} (${text(tier)}): ${text(description)}`,
    tone: tier === 'forbidden' ? 'worry' : 'busy',
  }),
  'change.moved': ({ project, to, note }) => ({
    text: `a change of ${text(project)} is ${text(to).replace('_', ' ')}${text(note) === '' ? '' : `: ${text(note)}`}`,
    tone: CHANGE_TONES[text(to)] ?? 'quiet',
  }),
  'change.checked': ({ project, check, detail, outcome }) => ({
    text: `a change of ${text(project)}: ${text(check)} ${text(detail)}`,
    tone: outcome === 'passed' ? 'quiet' : 'worry',
  }),
  'project.added': ({ name }) => ({ text: `project ${text(name)} was added`, tone: 'busy' }),
  'project.removed': ({ name }) => ({ text: `project ${text(name)} was removed`, tone: 'quiet' }),
  'release.rehearsed': ({ release, passed }) => ({
    text: `release ${short(release)} ${passed === true ? 'passed its rehearsal' : 'failed its rehearsal'}`,
    tone: passed === true ? 'well' : 'bad',
    link: '/health',
  }),
  'notice.tested': ({ channel }, actor) => ({
    text: `${actor} sends a test to ${text(channel)}`,
    tone: 'quiet',
  }),
  'notice.sent': ({ channel, kind }) => ({
    text: `${text(channel)} was told: ${text(kind)}`,
    tone: 'quiet',
  }),
  'notice.dead': ({ channel, title, why }) => ({
    text: `${text(channel)} was not told: ${text(title)} (${text(why)})`,
    tone: 'bad',
    link: '/health',
  }),
}

export function describeEvent({ type, data, actor }: Pick<Event, 'type' | 'data' | 'actor'>): EventWords {
  const row = Object.hasOwn(ROWS, type) ? ROWS[type] : undefined
  const who = actor.replace(/^agent:/, '')
  return row ? row(data, who) : { text: `${type} by ${who}`, tone: 'quiet' }
}

function listed(files: unknown): string {
  return Array.isArray(files) ? files.map(text).join(', ') : ''
}
