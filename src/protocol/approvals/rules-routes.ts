// The rows of the route table about the rules for tools: which there are, and what they would say.
import { z } from 'zod'
import { AgentName, KeptRuleId } from '../ids.ts'
import { KeptRule } from './kept-rule.ts'
import { JudgedUse, PolicyState } from '../policy.ts'

const PEOPLE = ['owner', 'human'] as const
const READERS = ['owner', 'human', 'observer'] as const

const TestedUse = z.strictObject({
  tool: z.string().min(1).max(200),
  input: z.unknown(),
  /** As this agent would be judged; without, as a worker of nobody in particular. */
  agent: AgentName.optional(),
  /** Default: as the agent was started. */
  confined: z.boolean().optional(),
})

export const RULES_ROUTES = {
  'GET /api/rules': {
    summary: 'The policy for tools that is in force, and what is wrong with its file, if anything',
    access: READERS,
    answer: PolicyState,
  },
  'DELETE /api/rules/kept/:id': {
    summary: 'Takes back a rule that was kept with an approval',
    access: PEOPLE,
    params: z.strictObject({ id: KeptRuleId }),
    answer: KeptRule,
  },
  'POST /api/rules/test': {
    summary: 'What the rules would say of a use of a tool, part by part; nothing is run',
    access: PEOPLE,
    body: TestedUse,
    answer: JudgedUse,
  },
} as const
