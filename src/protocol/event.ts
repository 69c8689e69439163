// The history: every change of state is one of these, numbered without gaps, written with the state it tells of (P10).
import { z } from 'zod'
import { Alert } from './alerts/alert.ts'
import { AgentStatus, Evidence, RoleName } from './agents/agent.ts'
import { ApprovalKind, DecisionWay, Risk } from './approvals/approval.ts'
import { BudgetLimits, BudgetLine, BudgetMoment, BudgetPeriod, BudgetScope } from './budgets/budget.ts'
import { ChangeState, CheckResult, Tier } from './changes/change.ts'
import {
  AgentName,
  AlertId,
  ApprovalId,
  ChangeId,
  NoticeId,
  ProjectId,
  ProjectName,
  TaskId,
  TokenId,
} from './ids.ts'
import { JOURNAL_KINDS } from './journal/journal-kinds.ts'
import { JournalDay, JournalEntryId } from './journal/journal.ts'
import { MessageId, Receipt } from './messages/message.ts'
import { RuleChange } from './approvals/kept-rule.ts'
import { PortOfAgent, PortScope } from './agents/port.ts'
import { ProofKind } from './approvals/proof.ts'
import { RehearsalStep } from './releases/rehearsal.ts'
import { Role } from './agents/role.ts'
import { RuntimeName } from './agents/runtime.ts'
import { SilenceStep } from './agents/silence-step.ts'
import { STORAGE_EVENTS } from './storage-events.ts'
import { TaskState } from './tasks/task.ts'
import { Timestamp } from './timestamp.ts'
import { WardStatus } from './wards/ward.ts'

/** How it stood when it was told. */
const AlertLine = Alert.pick({ id: true, kind: true, project: true, title: true, where: true, count: true })

const EVENT_DATA = {
  ...STORAGE_EVENTS,
  'server.started': z.object({ pid: z.number(), release: z.string(), schema: z.number() }),
  'server.stopped': z.object({ pid: z.number(), reason: z.string() }),
  'token.created': z.object({ id: TokenId, role: Role, agent: AgentName.nullable() }),
  'token.revoked': z.object({ id: TokenId, role: Role }),
  'login.used': z.object({ token: TokenId }),
  /** A session may widen power for a few minutes, in this one way. */
  'proof.given': z.object({ session: TokenId, kind: ProofKind, way: z.enum(['passphrase', 'terminal']) }),
  'frontend.damaged': z.object({ files: z.array(z.string()) }),
  'frontend.restored': z.object({ files: z.array(z.string()) }),
  'watchdog.acted': z.object({
    record: z.string(),
    kind: z.string(),
    detail: z.record(z.string(), z.unknown()),
  }),
  'agent.spawned': z.object({
    agent: AgentName,
    role: RoleName,
    runtime: RuntimeName,
    project: ProjectName.nullable(),
    purpose: z.string(),
    elsewhere: z.boolean().optional(),
  }),
  /** It runs elsewhere, and was not heard of for longer than that. */
  'agent.silent': z.object({ agent: AgentName, limitSec: z.number() }),
  'agent.silence_step': SilenceStep,
  'agent.silence_stepped': SilenceStep.extend({ failed: z.boolean(), says: z.string() }),
  'agent.returned': z.object({ agent: AgentName, since: Timestamp, steps: z.number() }),
  'agent.started': z.object({
    agent: AgentName,
    generation: z.number(),
    why: z.string(),
    resumes: z.boolean(),
    /** Somebody wanted it; the others are restarts. */
    asked: z.boolean().optional(),
    task: TaskId.nullable().optional(),
  }),
  'agent.ended': z.object({
    agent: AgentName,
    generation: z.number(),
    end: z.string(),
    asked: z.string().nullable(),
  }),
  'agent.status': z.object({
    agent: AgentName,
    from: AgentStatus,
    to: AgentStatus,
    evidence: z.array(Evidence),
  }),
  'agent.asked': z.object({ agent: AgentName, what: z.string() }),
  /** cmux has brought its clean workspace to where the main branch is. Commits. */
  'agent.workspace_moved': z.object({
    agent: AgentName,
    project: ProjectName,
    from: z.string(),
    to: z.string(),
  }),
  'agent.session': z.object({ agent: AgentName, session: z.string(), source: z.string() }),
  'agent.unmoved': z.object({
    agent: AgentName,
    generation: z.number(),
    fault: z.string(),
    rung: z.string(),
    stillSec: z.number(),
    evidence: z.array(Evidence),
  }),
  'agent.needs_person': z.object({ agent: AgentName, why: z.string(), hint: z.string() }),
  'agent.paused': z.object({ agent: AgentName, why: z.string().nullable() }),
  'agent.resumed': z.object({ agent: AgentName }),
  /** From a person's checkout into a workspace of its own. */
  'agent.moved': z.object({ agent: AgentName, from: z.string(), to: z.string() }),
  /** It was refused a service of this machine. */
  'agent.port_wanted': PortOfAgent,
  'agent.port_opened': PortOfAgent.extend({ scope: PortScope }),
  'agent.port_closed': PortOfAgent,
  'agent.removed': z.object({ agent: AgentName, saved: z.array(z.string()) }),
  'policy.changed': z.object({
    /** Null when there is no file any more. */
    sha256: z.string().nullable(),
    problem: z.string().nullable(),
    rules: z.number(),
    defaults: z.string(),
  }),
  'rule.kept': RuleChange.extend({ approval: ApprovalId }),
  'rule.removed': RuleChange,
  'clock.parted': z.object({ byMs: z.number() }),
  'agents.breaker': z.object({ dead: z.number(), all: z.number() }),
  'tool.started': z.object({
    agent: AgentName,
    generation: z.number(),
    id: z.string(),
    tool: z.string(),
    input: z.string(),
    task: TaskId.nullable().optional(),
  }),
  'tool.ended': z.object({
    agent: AgentName,
    generation: z.number(),
    id: z.string(),
    tool: z.string(),
    failure: z.string().nullable(),
  }),
  /** The rules or a person said no: it was not used. */
  'tool.refused': z.object({
    agent: AgentName,
    generation: z.number(),
    id: z.string(),
    tool: z.string(),
    input: z.string(),
    why: z.string(),
  }),
  'approval.asked': z.object({
    id: ApprovalId,
    kind: ApprovalKind,
    title: z.string(),
    risk: Risk,
    sha256: z.string(),
    agent: AgentName.nullable(),
    generation: z.number().nullable(),
    project: ProjectName.nullable(),
    why: z.string(),
    expiresAt: Timestamp,
  }),
  'approval.decided': z.object({
    id: ApprovalId,
    title: z.string(),
    agent: AgentName.nullable(),
    state: z.enum(['approved', 'denied']),
    sha256: z.string(),
    reason: z.string().nullable(),
    via: DecisionWay,
  }),
  'approval.expired': z.object({ id: ApprovalId, title: z.string(), agent: AgentName.nullable() }),
  'approval.withdrawn': z.object({
    id: ApprovalId,
    title: z.string(),
    agent: AgentName.nullable(),
    why: z.string(),
  }),
  /** What was approved has begun; it does not hold for anything else. */
  'approval.used': z.object({ id: ApprovalId, title: z.string(), agent: AgentName.nullable() }),
  'approvals.passphrase': z.object({ isSet: z.boolean() }),
  /** What is new of this message: one that grew is told of again, with the difference. */
  'usage.counted': z.object({
    agent: AgentName,
    model: z.string(),
    input: z.number(),
    output: z.number(),
    cacheRead: z.number(),
    cacheWrite: z.number(),
    message: z.string().optional(),
    task: TaskId.nullable().optional(),
    /** In billionths of a dollar; null when the model has no price. */
    nanoUsd: z.number().nullable().optional(),
  }),
  /** It took a prompt. */
  'turn.started': z.object({ agent: AgentName, generation: z.number(), task: TaskId.nullable() }),
  /** It was seen at work for that long since the last of these. */
  'usage.clocked': z.object({ agent: AgentName, ms: z.number(), task: TaskId.nullable() }),
  'budget.set': z.object({
    scope: BudgetScope,
    per: BudgetPeriod,
    limits: BudgetLimits,
    before: BudgetLimits,
    at: BudgetMoment,
    warnPercent: z.number(),
  }),
  /** Told once a period, until the limit is changed. */
  'budget.warned': BudgetLine,
  'budget.used_up': BudgetLine,
  /** Most agents fail on the quota of their accounts at once: these are held until then. */
  'quota.breaker': z.object({
    agents: z.array(AgentName),
    all: z.number(),
    until: Timestamp,
    says: z.string(),
  }),
  'message.accepted': z.object({
    id: MessageId,
    from: z.string(),
    to: z.string(),
    subject: z.string().nullable(),
    bytes: z.number(),
  }),
  'message.moved': z.object({
    id: MessageId,
    from: z.string(),
    to: z.string(),
    receipt: Receipt,
    source: z.string(),
    says: z.string(),
  }),
  'message.waits': z.object({ to: AgentName, why: z.string() }),
  'task.added': z.object({
    id: TaskId,
    title: z.string(),
    project: ProjectName.nullable(),
    parent: TaskId.nullable(),
    after: z.array(TaskId),
  }),
  /** `assignee` null: it is free again. */
  'task.assigned': z.object({ id: TaskId, title: z.string(), assignee: AgentName.nullable() }),
  /** The assignment went to its assignee as this message. */
  'task.handed_over': z.object({ id: TaskId, assignee: AgentName, message: MessageId }),
  'task.moved': z.object({
    id: TaskId,
    title: z.string(),
    assignee: AgentName.nullable(),
    from: TaskState,
    to: TaskState,
    note: z.string().nullable(),
  }),
  'task.noted': z.object({ id: TaskId, title: z.string(), note: z.string() }),
  'task.offered_again': z.object({ id: TaskId, title: z.string(), agent: AgentName, why: z.string() }),
  'project.added': z.object({ id: ProjectId, name: ProjectName, path: z.string(), mainBranch: z.string() }),
  'project.removed': z.object({ id: ProjectId, name: ProjectName }),
  /** A person accepted the rules of a commit that an agent could have made; `before` is the commit whose rules held. */
  'project.trusted': z.object({ name: ProjectName, commit: z.string(), before: z.string().nullable() }),
  /** `failed` is the step that refused it. */
  'release.rehearsed': z.object({
    release: z.string(),
    against: z.string().nullable(),
    passed: z.boolean(),
    failed: RehearsalStep.pick({ leg: true, check: true, detail: true }).nullable(),
    tookMs: z.number(),
  }),
  'change.planned': z.object({
    id: ChangeId,
    project: ProjectName,
    description: z.string(),
    tier: Tier,
    files: z.number(),
    sha256: z.string(),
  }),
  'change.moved': z.object({
    id: ChangeId,
    project: ProjectName,
    from: ChangeState,
    to: ChangeState,
    note: z.string().nullable(),
    /** Its first line. */
    description: z.string().optional(),
  }),
  'change.checking': z.object({ id: ChangeId, project: ProjectName, check: z.string() }),
  /** There is more of it to read, up to this byte. Told less and less often. */
  'change.output': z.object({ id: ChangeId, project: ProjectName, check: z.string(), bytes: z.number() }),
  'change.checked': z.object({
    id: ChangeId,
    project: ProjectName,
    check: z.string(),
    outcome: CheckResult.shape.outcome,
    detail: z.string(),
  }),
  /** A project's main branch names a service: it is kept from now on. */
  'service.found': z.object({ project: ProjectName, commit: z.string() }),
  'service.asked': z.object({ project: ProjectName, what: z.enum(['start', 'stop', 'restart']) }),
  'service.status': z.object({
    project: ProjectName,
    from: WardStatus,
    to: WardStatus,
    why: z.string().nullable(),
  }),
  /** Another version answers. */
  /** It ended or got sick and was started again, maybe sooner than anybody saw it away. */
  'service.fell': z.object({ project: ProjectName, falls: z.number().int(), why: z.string().nullable() }),
  'service.served': z.object({ project: ProjectName, commit: z.string(), before: z.string().nullable() }),
  /** What it said with save_progress is kept; the counts say how much there is of each. */
  'agent.progress': z.object({
    agent: AgentName,
    task: z.string(),
    open: z.number().int(),
    done: z.number().int(),
  }),
  /** Where its work stands was written down, before its conversation is shortened or its process ended. */
  'agent.state_kept': z.object({
    agent: AgentName,
    generation: z.number(),
    why: z.string(),
    path: z.string(),
    files: z.number().int(),
  }),
  /** It was told where its work stands, when it began anew. */
  'agent.briefed': z.object({
    agent: AgentName,
    generation: z.number(),
    source: z.string(),
    bytes: z.number().int(),
  }),
  'agent.compaction': z.object({
    agent: AgentName,
    generation: z.number(),
    stage: z.enum(['saving', 'due', 'typed', 'done', 'failed']),
    /** Of its window, when cmux wanted it. */
    percent: z.number().nullable(),
    tries: z.number().int(),
  }),
  /** Entries of its conversation became known, up to this number. */
  'conversation.grew': z.object({ agent: AgentName, entries: z.number(), upTo: z.number() }),
  /** Its oldest entries were deleted, as the settings say. */
  'conversation.cut': z.object({ agent: z.string(), entries: z.number() }),
  'notice.tested': z.object({ id: NoticeId, channel: z.string() }),
  'notice.sent': z.object({ id: NoticeId, channel: z.string(), kind: z.string(), attempts: z.number() }),
  'notice.dead': z.object({
    id: NoticeId,
    channel: z.string(),
    kind: z.string(),
    title: z.string(),
    why: z.string(),
  }),
  'journal.written': z.object({
    id: JournalEntryId,
    project: ProjectName,
    day: JournalDay,
    kind: z.enum(JOURNAL_KINDS),
    agent: AgentName.nullable(),
    /** Its beginning. */
    title: z.string(),
  }),
  'alert.raised': AlertLine,
  /** It happened again; `told` when somebody was told once more. */
  'alert.repeated': AlertLine.extend({ added: z.number().int(), told: z.boolean() }),
  'alert.acknowledged': z.object({ id: AlertId, title: z.string(), project: ProjectName.nullable() }),
} as const

type EventType = keyof typeof EVENT_DATA
type EventData<T extends EventType> = z.infer<(typeof EVENT_DATA)[T]>

/** What a capability says; the log adds the number and the time. */
export type NewEvent = { [T in EventType]: { type: T; actor: string; data: EventData<T> } }[EventType]

/** An event as clients read it. A newer server may send types this one does not know, so `type` stays open. */
export const Event = z.object({
  seq: z.number().int().positive(),
  type: z.string(),
  at: Timestamp,
  actor: z.string(),
  data: z.record(z.string(), z.unknown()),
})
export type Event = z.infer<typeof Event>

const TYPES_MAX = 20

/** `message.moved`, or `message.*` for all that begin so; several of them with commas in between. */
const EventTypes = z
  .string()
  .max(1000)
  .regex(
    /^[a-z][a-z_]*(\.[a-z_]+)*(\.\*)?(,[a-z][a-z_]*(\.[a-z_]+)*(\.\*)?)*$/,
    'must be types such as agent.status or agent.*, with commas in between',
  )
  .transform((text) => text.split(','))
  .refine((types) => types.length <= TYPES_MAX, `must be at most ${TYPES_MAX} types`)

export const EventsQuery = z.strictObject({
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  types: EventTypes.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})
export type EventsQuery = z.infer<typeof EventsQuery>
export const StreamQuery = EventsQuery.pick({ after: true })
