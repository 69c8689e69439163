// What happened, as a sentence: one row a kind of event. What is not known here is still told, by its name.
import { describePort } from './describe-port.ts'
import type { BudgetKind } from '../../protocol/budget.ts'
import { describeAmount, describeMeter, describeScope } from '../../protocol/describe-meter.ts'
import type { Event } from '../../protocol/event.ts'
import { PROOF_KINDS, type ProofKind } from '../../protocol/proof-kinds.ts'
import type { Tone } from '../ui/tone.ts'
import { sayActor } from './say-actor.ts'
import { RULE_ROWS } from './rule-rows.ts'
import { sayNote } from './say-note.ts'
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

const changeLink = (data: Data) => `/changes/${text(data['id'])}`

const CHANGE_TONES: Readonly<Record<string, Tone>> = {
  good: 'well',
  refused: 'bad',
  rolling_back: 'worry',
  rolled_back: 'worry',
}

const COMPACTION_WORDS: Readonly<Record<string, string>> = {
  saving: 'is asked to save its progress: its conversation fills up',
  due: 'has its conversation shortened as soon as it is idle',
  typed: 'was told to shorten its conversation',
  done: 'has shortened its conversation',
  failed: 'did not shorten its conversation',
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
  'proof.given': ({ kind }) => ({
    text: `a person proved that they are there: the dashboard may ${PROOF_KINDS[kind as ProofKind]} for 5 minutes`,
    tone: 'quiet',
  }),
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
  'agent.silent': aboutAgent(
    'bad',
    ({ limitSec }) => `runs elsewhere and is silent for more than ${text(limitSec)} s`,
  ),
  'agent.silence_step': aboutAgent('worry', (data) => `is silent: ${sayStep(data)}`),
  'agent.silence_stepped': aboutAgent(
    'quiet',
    (data) =>
      `is silent: ${sayStep(data)} ${data['failed'] === true ? 'failed' : 'is done'}: ${text(data['says'])}`,
  ),
  'agent.returned': aboutAgent('well', ({ steps }) =>
    steps === 0 ? 'was heard of again' : `was heard of again, after ${text(steps)} steps`,
  ),
  'agent.session': aboutAgent('quiet', ({ source }) => `has a conversation (${text(source)})`),
  'agent.unmoved': aboutAgent('worry', ({ fault, rung }) => `did not move (${text(fault)}): ${text(rung)}`),
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
  'agent.state_kept': aboutAgent('quiet', ({ why }) => `had its state kept (${text(why)})`),
  'agent.briefed': aboutAgent('well', ({ source }) => `was told where its work stands (${text(source)})`),
  'agent.compaction': (data) => ({
    text: `${text(data['agent'])} ${COMPACTION_WORDS[text(data['stage'])] ?? text(data['stage'])}`,
    tone: data['stage'] === 'failed' ? 'worry' : 'quiet',
    link: agentLink(data),
  }),
  'agent.moved': aboutAgent('busy', ({ to }) => `has a workspace of its own now: ${text(to)}`),
  'agent.port_wanted': aboutAgent('worry', ({ port }) => `was refused port ${text(port)} of this machine`),
  ...RULE_ROWS,
  'agent.port_opened': aboutAgent('busy', (data, actor) => describePort({ data, isOpen: true, actor })),
  'agent.port_closed': aboutAgent('quiet', (data, actor) => describePort({ data, isOpen: false, actor })),
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
  'conversation.grew': aboutAgent('quiet', ({ entries }) => `said and did more (${text(entries)} entries)`),
  'conversation.cut': aboutAgent(
    'quiet',
    ({ entries }) => `has a shorter history: ${text(entries)} old entries were deleted`,
  ),
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
    tone: receipt === 'dead' ? 'bad' : receipt === 'interrupted' ? 'worry' : 'quiet',
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
  'change.planned': (data, actor) => ({
    text: `${sayActor(actor)} planned a change of ${text(data['project'])} (${text(data['tier'])}): ${text(data['description'])}`,
    tone: data['tier'] === 'forbidden' ? 'worry' : 'busy',
    link: changeLink(data),
  }),
  'change.moved': (data) => ({
    text: `a change of ${text(data['project'])} is ${text(data['to']).replace('_', ' ')}${quoted(data['description'])}${text(data['note']) === '' ? '' : `: ${sayNote(text(data['note']))}`}`,
    tone: CHANGE_TONES[text(data['to'])] ?? 'quiet',
    link: changeLink(data),
  }),
  'change.checking': (data) => ({
    text: `a change of ${text(data['project'])}: ${text(data['check'])} begins`,
    tone: 'quiet',
    link: changeLink(data),
  }),
  'change.output': (data) => ({
    text: `a change of ${text(data['project'])}: ${text(data['check'])} goes on`,
    tone: 'quiet',
    link: changeLink(data),
  }),
  'change.checked': (data) => ({
    text: `a change of ${text(data['project'])}: ${text(data['check'])} ${text(data['detail'])}`,
    tone: data['outcome'] === 'passed' ? 'quiet' : 'worry',
    link: changeLink(data),
  }),
  'service.found': ({ project }) => ({
    text: `${text(project)} has a service: it is kept running`,
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
    text: `the service of ${text(project)} was started again${text(why) === '' ? '' : `: ${text(why)}`}`,
    tone: 'worry',
  }),
  'service.served': ({ project, commit }) => ({
    text: `the service of ${text(project)} is answered by ${short(commit)}`,
    tone: 'well',
  }),
  'alert.raised': ({ title, where }) => ({
    text: `cmux noticed: ${text(title)}${text(where) === '' ? '' : ` in ${text(where)}`}`,
    tone: 'bad',
    link: '/health',
  }),
  'alert.repeated': ({ title, count }) => ({
    text: `seen ${text(count)} times by now: ${text(title)}`,
    tone: 'worry',
    link: '/health',
  }),
  'alert.acknowledged': ({ title }, actor) => ({
    text:
      actor === 'system'
        ? `the alert is over: ${text(title)}`
        : `${sayActor(actor)} has seen the alert: ${text(title)}`,
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
    text: `${Math.ceil(Number(bytes) / 1024 ** 2)} MiB of the disk were freed: ${listed(removed)}`,
    tone: 'quiet',
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
  'journal.written': ({ project, kind, title }, actor) => ({
    text: `${actor} wrote into the journal of ${text(project)} (${text(kind)}): ${text(title)}`,
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

function quoted(words: unknown): string {
  return text(words) === '' ? '' : ` (“${text(words)}”)`
}

function sayFailed(failed: unknown): string {
  if (typeof failed !== 'object' || failed === null) return ''
  const { leg, check, detail } = failed as Data
  return `, ${text(leg)}: ${text(check)} ${text(detail)}`
}
