// Rules that were made from an answer to a request: what an agent, or a project's agents, may do from then on without asking.
import { z } from 'zod'
import { AgentName, ApprovalId, KeptRuleId, ProjectName } from '../ids.ts'
import { Timestamp } from '../timestamp.ts'

/** `agent`: the one that asked. `project`: all agents of its project. */
export const KeptRuleScope = z.enum(['agent', 'project'])
export type KeptRuleScope = z.infer<typeof KeptRuleScope>

/** One act, exactly: the same words, the same place, the same host. What is null or empty is no part of it. */
export const FreedAct = z.object({
  /** What the rules call it: `install`, `network`, `read`. */
  does: z.string(),
  /** Of a command that runs in the workspace with nothing piped into it. */
  words: z.array(z.string()),
  /** Where it really leads; `./src/a.ts` is in the workspace. */
  path: z.string().nullable(),
  host: z.string().nullable(),
})
export type FreedAct = z.infer<typeof FreedAct>

export const KeptRule = z.object({
  id: KeptRuleId,
  /** One of both is null. */
  agent: AgentName.nullable(),
  project: ProjectName.nullable(),
  tool: z.string(),
  frees: z.array(FreedAct),
  /** The request that it was made from. */
  approval: ApprovalId,
  by: z.string(),
  at: Timestamp,
})
export type KeptRule = z.infer<typeof KeptRule>

/** As events tell of it; `says` stays readable when the rule is gone. */
export const RuleChange = KeptRule.pick({ agent: true, project: true }).extend({
  rule: KeptRuleId,
  says: z.string(),
})

/** What "always" would mean for a request, before anybody says it. */
export const RulePlan = z.object({
  tool: z.string(),
  agent: AgentName.nullable(),
  project: ProjectName.nullable(),
  frees: z.array(FreedAct),
  /** Why no rule can be kept; null when one can, and it was tried on this very request. */
  refusal: z.string().nullable(),
})
export type RulePlan = z.infer<typeof RulePlan>
