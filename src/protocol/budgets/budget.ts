// Budgets as the outside sees them: what somebody may use, what was used of it, and what that has led to.
import { z } from 'zod'
import { AgentName, ApprovalId, ProjectName, TaskId } from '../ids.ts'
import { Timestamp } from '../timestamp.ts'

export const BUDGET_KINDS = ['turns', 'tokens', 'usd', 'wallSec', 'tools', 'restarts'] as const
export const BudgetKind = z.enum(BUDGET_KINDS)
export type BudgetKind = z.infer<typeof BudgetKind>

/** `all` is everybody together. */
export const BudgetScope = z
  .string()
  .max(100)
  .refine(isScope, 'must be all, agent:NAME, project:NAME or task:ID')
  .brand<'BudgetScope'>()
export type BudgetScope = z.infer<typeof BudgetScope>

const NAMED: Readonly<Record<string, z.ZodType>> = { agent: AgentName, project: ProjectName, task: TaskId }

function isScope(text: string): boolean {
  if (text === 'all') return true
  const [, kind = '', name] = /^(agent|project|task):(.+)$/.exec(text) ?? []
  return NAMED[kind]?.safeParse(name).success ?? false
}

/** A day is one of UTC. */
export const BudgetPeriod = z.enum(['day', 'total'])
export type BudgetPeriod = z.infer<typeof BudgetPeriod>

/** When it is used up: at the end of the turn that crossed the line, or in the middle of it. */
export const BudgetMoment = z.enum(['turn-end', 'at-once'])
export type BudgetMoment = z.infer<typeof BudgetMoment>

const WHY_MAX_CHARS = 2000
const COUNT_MAX = 1_000_000_000_000
const USD_MAX = 1_000_000
const count = z.number().int().min(1).max(COUNT_MAX)
/** Money is counted in billionths: below that there is nothing. */
const usd = z.number().min(0.000001).max(USD_MAX)
const seconds = z.number().min(0.1).max(COUNT_MAX)

/** Null: as much as it likes. Left out: as it was before. */
export const BudgetLimits = z.strictObject({
  turns: count.nullable().optional(),
  tokens: count.nullable().optional(),
  usd: usd.nullable().optional(),
  wallSec: seconds.nullable().optional(),
  tools: count.nullable().optional(),
  restarts: count.nullable().optional(),
})
export type BudgetLimits = z.infer<typeof BudgetLimits>

export const BudgetMore = z
  .strictObject({ turns: count, tokens: count, usd, wallSec: seconds, tools: count, restarts: count })
  .partial()

export const WarnPercent = z.number().min(1).max(100)

export const SetBudget = z.strictObject({
  scope: BudgetScope,
  per: BudgetPeriod.default('total'),
  limits: BudgetLimits.default({}),
  /** So much more than the limit is now. */
  more: BudgetMore.optional(),
  at: BudgetMoment.optional(),
  warnPercent: WarnPercent.optional(),
})
export type SetBudget = z.infer<typeof SetBudget>

/** What an agent asks for; a person decides. */
export const AskBudget = z.strictObject({
  /** Chosen by the sender, so that asking again after a lost answer is harmless. */
  id: ApprovalId.optional(),
  scope: BudgetScope,
  per: BudgetPeriod.default('total'),
  more: BudgetMore.refine((more) => Object.keys(more).length > 0, 'must say of what, and how much'),
  why: z.string().trim().min(1).max(WHY_MAX_CHARS).optional(),
})
export type AskBudget = z.infer<typeof AskBudget>

const MeterState = z.enum(['unlimited', 'well', 'warned', 'used-up'])
export type MeterState = z.infer<typeof MeterState>

const BudgetMeter = z.object({
  kind: BudgetKind,
  used: z.number(),
  limit: z.number().nullable(),
  /** Of the limit, in whole percent and never rounded up to it. */
  percent: z.number().int().nullable(),
  state: MeterState,
})
export type BudgetMeter = z.infer<typeof BudgetMeter>

export const Budget = z.object({
  scope: BudgetScope,
  per: BudgetPeriod,
  /** What is counted: from when, and until when, if it ends. */
  period: z.object({ from: Timestamp.nullable(), to: Timestamp.nullable() }),
  at: BudgetMoment,
  warnPercent: z.number(),
  /** `set` by a person, `default` of config.json, or `none`: then it only counts. */
  source: z.enum(['set', 'default', 'none']),
  setBy: z.string().nullable(),
  setAt: Timestamp.nullable(),
  /** The worst of its meters. */
  state: MeterState,
  /** One of each kind, always in the same order. */
  meters: z.array(BudgetMeter),
  /** Tokens of models that have no price: no money was counted for them. */
  unpricedTokens: z.number().int(),
  /** Agents that are paused because of it. */
  holds: z.array(AgentName),
})
export type Budget = z.infer<typeof Budget>

/** Where a budget stood when an event told of it. */
export const BudgetLine = z.object({
  scope: BudgetScope,
  per: BudgetPeriod,
  kind: BudgetKind,
  used: z.number(),
  limit: z.number(),
})
