// The rows of the route table about budgets and what was used of them. Agents may look; only people set.
import { z } from 'zod'
import { Approval } from '../approvals/approval.ts'
import { AskBudget, Budget, BudgetScope, SetBudget } from './budget.ts'
import { UsageCheck, UsageQuery, UsageReport } from './usage.ts'

const PEOPLE = ['owner', 'human'] as const
const READERS = ['owner', 'human', 'observer'] as const
const EVERYONE_INSIDE = ['owner', 'human', 'observer', 'agent'] as const

export const BUDGET_ROUTES = {
  'GET /api/budgets': {
    summary:
      'What everybody together, each project, each agent and each task that has a budget may use, and what was used of it',
    access: EVERYONE_INSIDE,
    query: z.strictObject({ scope: BudgetScope.optional() }),
    answer: z.object({ items: z.array(Budget), next: z.null() }),
  },
  'PUT /api/budgets': {
    summary: 'Sets the budget of one scope and period; agents that it held go on when there is room again',
    access: PEOPLE,
    body: SetBudget,
    answer: Budget,
  },
  'POST /api/budgets/requests': {
    summary: 'Asks a person for more of a budget; their yes raises it',
    access: ['owner', 'human', 'agent'],
    body: AskBudget,
    answer: Approval,
    status: 201,
  },
  'GET /api/usage': {
    summary:
      'What was used between two moments, by agent, project, task or model: sums, and points for a chart',
    access: READERS,
    query: UsageQuery,
    answer: UsageReport,
  },
  'GET /api/usage/check': {
    summary: 'Reads all transcripts anew and compares them with what was counted',
    access: READERS,
    answer: UsageCheck,
  },
} as const
