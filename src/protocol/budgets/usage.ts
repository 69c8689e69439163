// What was used, over time and by whom, as charts want it; and whether it is what the transcripts say.
import { z } from 'zod'
import { AgentName, ProjectName } from '../ids.ts'
import { RuntimeName } from '../agents/runtime.ts'
import { Timestamp } from '../timestamp.ts'

const count = z.number().int()

export const UsageSums = z.object({
  turns: count,
  tools: count,
  restarts: count,
  wallSec: z.number(),
  input: count,
  output: count,
  cacheRead: count,
  cacheWrite: count,
  /** Input, output and what was written to the cache; what was read from it costs a tenth and is not among them. */
  tokens: count,
  usd: z.number(),
  unpricedTokens: count,
})
export type UsageSums = z.infer<typeof UsageSums>

const UsagePoint = UsageSums.extend({ at: Timestamp })

const USAGE_STEPS = ['hour', 'day', 'week'] as const

export const UsageQuery = z.strictObject({
  by: z.enum(['agent', 'project', 'task', 'model']).default('agent'),
  /** Default: the last 24 hours. Whole hours are counted. */
  from: Timestamp.optional(),
  to: Timestamp.optional(),
  /** `auto`: the finest that gives at most 200 points a group. */
  step: z.enum([...USAGE_STEPS, 'auto']).default('auto'),
  agent: AgentName.optional(),
  project: ProjectName.optional(),
})
export type UsageQuery = z.infer<typeof UsageQuery>

const UsageGroup = z.object({
  /** A name, a task’s id or a model; empty for what belongs to none; null for all that are left off, together. */
  key: z.string().nullable(),
  totals: UsageSums,
  /** In order; a step in which nothing was used has none. */
  points: z.array(UsagePoint),
})
export type UsageGroup = z.infer<typeof UsageGroup>

export const UsageReport = z.object({
  by: UsageQuery.shape.by.unwrap(),
  from: Timestamp,
  to: Timestamp,
  step: z.enum(USAGE_STEPS),
  stepSec: count,
  totals: UsageSums,
  /** Who used most tokens first. */
  groups: z.array(UsageGroup),
  /** Which prices money was counted with. */
  prices: z.object({ date: z.string(), source: z.enum(['built-in', 'own']), trouble: z.string().nullable() }),
})
export type UsageReport = z.infer<typeof UsageReport>

const TokenSums = UsageSums.pick({ input: true, output: true, cacheRead: true, cacheWrite: true })
export type TokenSums = z.infer<typeof TokenSums>

export const UsageCheck = z.object({
  same: z.boolean(),
  agents: z.array(
    z.object({
      agent: AgentName,
      runtime: RuntimeName,
      /** Files that were read. */
      transcripts: count,
      /** Messages that differ, or that only one side knows. */
      differ: count,
      counted: TokenSums,
      /** Null for a program that keeps no transcript we can read. */
      read: TokenSums.nullable(),
      same: z.boolean(),
    }),
  ),
})
export type UsageCheck = z.infer<typeof UsageCheck>
