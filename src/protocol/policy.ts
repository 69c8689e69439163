// The policy: what agents may do with their tools, as a person has written it in `policy.json` in the home. A schema for editors
// is made from this.
import { z } from 'zod'
import { KeptRuleId } from './ids.ts'
import { KeptRule } from './approvals/kept-rule.ts'
import { NAME_PATTERN } from './access/name-rule.ts'

const RULES_MAX = 1000

const Verdict3 = z.enum(['allow', 'ask', 'deny'])
const Risk = z.enum(['low', 'medium', 'high'])

const Names = z
  .union([z.string().regex(NAME_PATTERN), z.array(z.string().regex(NAME_PATTERN)).min(1).max(100)])
  .optional()

export const PolicyRule = z.strictObject({
  tool: z
    .string()
    .min(1)
    .max(200)
    .default('*')
    .describe(
      'the name of a tool as its runtime has it, `*` for any part of it: Bash, Write, mcp__github__*',
    ),
  command: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .optional()
    .describe(
      'a command word by word, after parsing: `git push *`. A `*` of its own is one word, and at the end any number',
    ),
  path: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe('where it leads: `/srv/data/**`, `docs/*.md` in the workspace'),
  url: z
    .string()
    .min(1)
    .max(253)
    .regex(/^(\*\.)?[a-z0-9.-]+$/, 'must be the name of a host, such as example.com or *.example.com')
    .optional()
    .describe('a host on the network'),
  agent: Names.describe('only these agents'),
  role: Names.describe('only these roles'),
  project: Names.describe('only these projects'),
  verdict: Verdict3,
  why: z.string().trim().min(1).max(300).optional().describe('for the person who is asked and for the agent'),
})
export type PolicyRule = z.infer<typeof PolicyRule>

const SelfReview = z.enum(['person', 'agent', 'none'])
export type SelfReview = z.infer<typeof SelfReview>

export const Policy = z.strictObject({
  $schema: z.string().max(500).optional(),
  defaults: z
    .enum(['strict', 'careful', 'trusting', 'off'])
    .default('careful')
    .describe(
      'where no rule speaks: strict asks for everything but reading; careful is the built-in judgement; trusting frees what is asked at a medium risk; off leaves it to each agent’s own program',
    ),
  selfReview: SelfReview.default('person').describe(
    'who decides on a change of cmux’s own code that runs outside of the sandbox: a person; another agent; or none, as in any other project',
  ),
  rules: z.array(PolicyRule).max(RULES_MAX).default([]),
})
export type Policy = z.infer<typeof Policy>

/** As it is in force now. */
export const PolicyState = z.object({
  file: z.string(),
  /** Null when there is no file: the defaults hold. */
  sha256: z.string().nullable(),
  /** Why it can't be used; then everything but reading is asked. */
  problem: z.string().nullable(),
  defaults: Policy.shape.defaults,
  selfReview: Policy.shape.selfReview,
  rules: z.array(PolicyRule),
  /** Made from answers to requests; oldest first. */
  kept: z.array(KeptRule),
})
export type PolicyState = z.infer<typeof PolicyState>

export const JudgedPart = z.object({
  part: z.string(),
  verdict: Verdict3,
  risk: Risk,
  reason: z.string(),
  /** The rule that decided, counted from 1; null for the built-in judgement. */
  rule: z.number().int().nullable(),
  /** The kept rule that decided. */
  kept: KeptRuleId.optional(),
})
export type JudgedPart = z.infer<typeof JudgedPart>

export const JudgedUse = z.object({
  /** False: no rule speaks and the defaults are off, so the agent’s own program decides. */
  decided: z.boolean(),
  verdict: Verdict3,
  risk: Risk,
  reason: z.string(),
  parts: z.array(JudgedPart),
})
export type JudgedUse = z.infer<typeof JudgedUse>
