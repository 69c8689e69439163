// What happened, as a sentence: one row a kind of event. What is not known here is still told, by its name.
import { describeEnd, STARTED_AFTER_EXIT } from '../../protocol/agents/describe-restarts.ts'
import { describeParting } from './describe-parting.ts'
import { describePort } from './describe-port.ts'
import type { BudgetKind } from '../../protocol/budgets/budget.ts'
import { describeAmount, describeMeter, describeScope } from '../../protocol/budgets/describe-meter.ts'
import type { Event } from '../../protocol/event.ts'
import { PROOF_KINDS, type ProofKind } from '../../protocol/approvals/proof-kinds.ts'
import type { Tone } from '../ui/tone.ts'
import { sayActor } from './say-actor.ts'
import { CHANGE_ROWS } from './change-rows.ts'
import { RULE_ROWS } from './rule-rows.ts'
import { sayStep } from './say-step.ts'
import { textOf as text } from './text-of.ts'
import { describeWatchdogAct } from './describe-watchdog-act.ts'

export interface EventWords {
  readonly text: string
  readonly tone: Tone
  /** Where more of it is seen. */
  readonly link?: string
}

type Data = Readonly<Record<string, unknown>>
type Row = (data: Data, actor: string) => EventWords

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

const COMPACTION_WORDS: Readonly<Record<string, string>> = {
  saving: 'was asked to save its progress: the conversation is nearly full',
  due: 'will be compacted as soon as it is idle',
  typed: 'was told to compact its conversation',
  done: 'compacted its conversation',
  failed: 'did not compact its conversation',
}

const SERVICE_TONES: Readonly<Record<string, Tone>> = {
  well: 'well',
  starting: 'busy',
  sick: 'worry',
  given_up: 'bad',
  unknown: 'worry',
}

const ROWS: Readonly<Record<string, Row>> = {
  'server.started': ({ release, pid }) => ({
    text: `the server started: release ${short(release)}, process ${text(pid)}`,
    tone: 'quiet',
    link: '/health',
  }),
  'server.stopped': ({ reason }) => ({
    text: `a server stopped: ${text(reason)}`,
    tone: 'quiet',
    link: '/health',
  }),
  'token.created': ({ role }, actor) => ({
    text: `${actor} created a token for role ${text(role)}`,
    tone: 'quiet',
  }),
  'token.revoked': ({ role }, actor) => ({
    text: `${actor} revoked a token of role ${text(role)}`,
    tone: 'quiet',
  }),
  'login.used': () => ({ text: 'login with a link', tone: 'quiet' }),
  'proof.given': ({ kind }) => ({
    text: `a person confirmed their identity: the dashboard may ${PROOF_KINDS[kind as ProofKind]} for 5 minutes`,
    tone: 'quiet',
  }),
  'backup.created': ({ reason }) => ({ text: `backup created: ${text(reason)}`, tone: 'quiet' }),
  'backup.removed': ({ why }) => ({ text: `an old backup was removed: ${text(why)}`, tone: 'quiet' }),
  'history.archived': ({ first, last }) => ({
    text: `events ${text(first)} to ${text(last)} are in the archive`,
    tone: 'quiet',
  }),
  'backup.restored': ({ from }) => ({ text: `backup ${text(from)} was restored`, tone: 'worry' }),
  'frontend.damaged': ({ files }) => ({
    text: `dashboard files were damaged: ${listed(files)}`,
    tone: 'bad',
    link: '/health',
  }),
  'frontend.restored': ({ files }) => ({
    text: `dashboard files were restored: ${listed(files)}`,
    tone: 'well',
    link: '/health',
  }),
  'watchdog.acted': describeWatchdogAct,
  'agent.spawned': aboutAgent(
    'busy',
    ({ role, runtime }, actor) => `was spawned by ${actor} as ${text(role)} (${text(runtime)})`,
  ),
  'agent.started': (data) => {
    const how = data['resumes'] === true ? 'resumed its session' : 'began a new session'
    const isBack = data['why'] === STARTED_AFTER_EXIT
    return {
      text: isBack
        ? `${text(data['agent'])} restarted and ${how}`
        : `${text(data['agent'])} started and ${how}: ${text(data['why'])}`,
      tone: isBack ? 'well' : 'busy',
      link: agentLink(data),
    }
  },
  'agent.ended': (data) => ({
    text: `${text(data['agent'])} ${describeEnd(text(data['end']))}`,
    tone: data['asked'] === null ? 'bad' : 'quiet',
    link: agentLink(data),
  }),
  'agent.status': (data) => ({
    text: `${text(data['agent'])} is ${text(data['to'])}`,
    tone: STATUS_TONES[text(data['to'])] ?? 'quiet',
    link: agentLink(data),
  }),
  'agent.asked': aboutAgent('quiet', ({ what }, actor) => `was asked by ${actor}: ${text(what)}`),
  'agent.silent': aboutAgent(
    'bad',
    ({ limitSec }) => `(remote) has been silent for more than ${text(limitSec)} s`,
  ),
  'agent.silence_step': aboutAgent('worry', (data) => `is silent: ${sayStep(data)}`),
  'agent.silence_stepped': aboutAgent(
    'quiet',
    (data) =>
      `is silent: ${sayStep(data)} ${data['failed'] === true ? 'failed' : 'done'}: ${text(data['says'])}`,
  ),
  'agent.returned': aboutAgent('well', ({ steps }) =>
    steps === 0 ? 'is responding again' : `is responding again, after ${text(steps)} steps`,
  ),
  'agent.session': aboutAgent('quiet', ({ source }) => `has a session (${text(source)})`),
  'agent.workspace_moved': aboutAgent(
    'quiet',
    ({ to }) => `had a clean workspace, which is now at the main branch (${text(to).slice(0, 12)})`,
  ),
  'agent.unmoved': aboutAgent(
    'worry',
    ({ fault, rung }) => `made no progress (${text(fault)}): ${text(rung)}`,
  ),
  'agent.needs_person': aboutAgent('bad', ({ why }) => `needs you: ${text(why)}`),
  'agent.paused': aboutAgent(
    'worry',
    ({ why }, actor) => `was paused by ${actor}${text(why) === '' ? '' : `: ${text(why)}`}`,
  ),
  'agent.resumed': aboutAgent('well', (_, actor) => `was resumed by ${actor}`),
  'agent.progress': aboutAgent(
    'quiet',
    ({ task, open, done }) =>
      `saved its progress: ${text(done)} of ${Number(open) + Number(done)} steps done${text(task) === '' ? '' : `, at “${text(task)}”`}`,
  ),
  'agent.state_kept': aboutAgent('quiet', ({ why }) => `context saved (${text(why)})`),
  'agent.briefed': aboutAgent('well', ({ source }) => `got a brief of earlier work (${text(source)})`),
  'agent.compaction': (data) => ({
    text: `${text(data['agent'])} ${COMPACTION_WORDS[text(data['stage'])] ?? text(data['stage'])}`,
    tone: data['stage'] === 'failed' ? 'worry' : 'quiet',
    link: agentLink(data),
  }),
  'agent.moved': aboutAgent('busy', ({ to }) => `moved to its own workspace: ${text(to)}`),
  'agent.port_wanted': aboutAgent('worry', ({ port }) => `was denied port ${text(port)} of this machine`),
  ...RULE_ROWS,
  'agent.port_opened': aboutAgent('busy', (data, actor) => describePort({ data, isOpen: true, actor })),
  'agent.port_closed': aboutAgent('quiet', (data, actor) => describePort({ data, isOpen: false, actor })),
  'agent.removed': aboutAgent('quiet', (_, actor) => `was removed by ${actor}; its work is kept`),
  'clock.parted': ({ byMs }) => ({ text: describeParting(Number(byMs)), tone: 'worry' }),
  'agents.breaker': ({ dead, all }) => ({
    text: `${text(dead)} of ${text(all)} agents looked dead at once: checked again before any restart`,
    tone: 'worry',
    link: '/agents',
  }),
  'tool.started': aboutAgent('quiet', ({ tool, input }) => `uses ${text(tool)}: ${text(input)}`),
  'tool.ended': (data) => ({
    text: `${text(data['agent'])} finished ${text(data['tool'])}${data['failure'] === null ? '' : `: ${text(data['failure'])}`}`,
    tone: data['failure'] === null ? 'quiet' : 'worry',
    link: agentLink(data),
  }),
  'tool.refused': aboutAgent(
    'worry',
    ({ tool, input, why }) => `was denied ${text(tool)} (${text(why)}): ${text(input)}`,
  ),
  'approval.asked': aboutApproval(
    'worry',
    ({ agent, title, risk }, actor) =>
      `${text(agent) || actor} asks for approval (${text(risk)} risk): ${text(title)}`,
  ),
  'approval.decided': (data, actor) => ({
    text: `${sayActor(actor)} ${text(data['state'])}: ${text(data['title'])}${text(data['reason']) === '' ? '' : ` (${text(data['reason'])})`}`,
    tone: data['state'] === 'approved' ? 'well' : 'worry',
    link: approvalLink(data),
  }),
  'approval.expired': aboutApproval('worry', ({ title }) => `approval expired: ${text(title)}`),
  'approval.withdrawn': aboutApproval(
    'quiet',
    ({ title, why }) => `approval withdrawn (${text(why)}): ${text(title)}`,
  ),
  'approval.used': aboutApproval('quiet', ({ title }) => `approval used: ${text(title)}`),
  'approvals.passphrase': ({ isSet }, actor) => ({
    text: `${sayActor(actor)} ${isSet === true ? 'set' : 'removed'} the passphrase for approvals`,
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
  'turn.started': aboutAgent('quiet', () => 'started a turn'),
  'conversation.grew': aboutAgent('quiet', ({ entries }) => `conversation grew by ${text(entries)} entries`),
  'conversation.cut': aboutAgent(
    'quiet',
    ({ entries }) => `history trimmed: ${text(entries)} old entries were deleted`,
  ),
  'budget.set': ({ scope }, actor) => ({
    text: `${sayActor(actor)} set ${describeScope(text(scope))}`,
    tone: 'busy',
    link: '/budgets',
  }),
  'budget.warned': aboutBudget('worry', 'is nearly used up'),
  'budget.used_up': aboutBudget('bad', 'is used up'),
  'quota.breaker': ({ agents, all, says }) => ({
    text: `${listed(agents)} of ${text(all)} agents are on hold: the quota of their accounts is used up (${text(says)})`,
    tone: 'bad',
    link: '/agents',
  }),
  'message.accepted': ({ from, to, subject }) => ({
    text: `${text(from)} wrote to ${text(to)}${text(subject) === '' ? '' : `: ${text(subject)}`}`,
    tone: 'busy',
    link: `/agents/${text(to) === 'owner' ? text(from) : text(to)}?tab=conversation`,
  }),
  'message.moved': ({ from, to, receipt, says }) => ({
    text: `message from ${text(from)} to ${text(to)} is ${text(receipt)}: ${text(says)}`,
    tone: receipt === 'dead' ? 'bad' : receipt === 'interrupted' ? 'worry' : 'quiet',
  }),
  'message.waits': ({ to, why }) => ({
    text: `messages to ${text(to)} are waiting: ${text(why)}`,
    tone: 'worry',
  }),
  'task.added': aboutTask('busy', (_, actor) => `was added by ${actor}`),
  'task.assigned': aboutTask('quiet', ({ assignee }) =>
    text(assignee) === '' ? 'is unassigned again' : `was assigned to ${text(assignee)}`,
  ),
  'task.handed_over': ({ id, assignee }) => ({
    text: `${text(assignee)} got a task`,
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
    ({ agent, why }) => `is open again, ${text(agent)} exited: ${text(why)}`,
  ),
  ...CHANGE_ROWS,
  'service.found': ({ project }) => ({
    text: `${text(project)} has a service, which cmux keeps running`,
    tone: 'busy',
  }),
  'service.asked': ({ project, what }, actor) => ({
    text: `${sayActor(actor)} asked the service of ${text(project)} to ${text(what)}`,
    tone: 'quiet',
  }),
  'service.status': ({ project, to, why }) => ({
    text: `the service of ${text(project)} is ${text(to).replace('_', ' ')}${text(why) === '' ? '' : `: ${text(why)}`}`,
    tone: SERVICE_TONES[text(to)] ?? 'quiet',
  }),
  'service.fell': ({ project, why }) => ({
    text: `the service of ${text(project)} was restarted${text(why) === '' ? '' : `: ${text(why)}`}`,
    tone: 'worry',
  }),
  'service.served': ({ project, commit }) => ({
    text: `the service of ${text(project)} is now served by ${short(commit)}`,
    tone: 'well',
  }),
  'alert.raised': ({ title, where }) => ({
    text: `alert: ${text(title)}${text(where) === '' ? '' : ` in ${text(where)}`}`,
    tone: 'bad',
    link: '/health',
  }),
  'alert.repeated': ({ title, count }) => ({
    text: `alert repeated ${text(count)} times: ${text(title)}`,
    tone: 'worry',
    link: '/health',
  }),
  'alert.acknowledged': ({ title }, actor) => ({
    text:
      actor === 'system'
        ? `alert resolved: ${text(title)}`
        : `${sayActor(actor)} acknowledged the alert: ${text(title)}`,
    tone: 'quiet',
    link: '/health',
  }),
  'project.added': ({ name }) => ({ text: `project ${text(name)} was added`, tone: 'busy' }),
  'project.trusted': ({ name, commit }, actor) => ({
    text: `${sayActor(actor)} accepted the rules of ${text(name)} at ${short(commit)}`,
    tone: 'busy',
  }),
  'project.removed': ({ name }) => ({ text: `project ${text(name)} was removed`, tone: 'quiet' }),
  'release.rehearsed': ({ release, passed, failed }) => ({
    text: `release ${short(release)} ${passed === true ? 'passed its rehearsal' : `failed its rehearsal${sayFailed(failed)}`}`,
    tone: passed === true ? 'well' : 'bad',
    link: `/releases/${text(release)}`,
  }),
  'disk.cleaned': ({ removed, bytes }) => ({
    text: `${Math.ceil(Number(bytes) / 1024 ** 2)} MiB of disk space freed: ${listed(removed)}`,
    tone: 'quiet',
    link: '/health',
  }),
  'notice.tested': ({ channel }, actor) => ({
    text: `${actor} sent a test to ${text(channel)}`,
    tone: 'quiet',
  }),
  'notice.sent': ({ channel, kind }) => ({
    text: `notification sent to ${text(channel)}: ${text(kind)}`,
    tone: 'quiet',
  }),
  'notice.dead': ({ channel, title, why }) => ({
    text: `notification to ${text(channel)} failed: ${text(title)} (${text(why)})`,
    tone: 'bad',
    link: '/health',
  }),
  'journal.written': ({ project, kind, title }, actor) => ({
    text: `${actor} added a journal entry to ${text(project)} (${text(kind)}): ${text(title)}`,
    tone: 'quiet',
    link: '/journal',
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

function sayFailed(failed: unknown): string {
  if (typeof failed !== 'object' || failed === null) return ''
  const { leg, check, detail } = failed as Data
  return `, ${text(leg)}: ${text(check)} ${text(detail)}`
}
