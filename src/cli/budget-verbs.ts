// The verbs about budgets.
import type { Verb } from './verb.ts'

export const BUDGET_VERBS: readonly Verb[] = [
  {
    name: 'budget show',
    args: '[whose]',
    summary: 'what agents, projects and all together may use, and what was used of it',
    example: 'cmux budget show anna',
    revives: true,
    load: async () => (await import('./verbs/budget.ts')).showBudget,
  },
  {
    name: 'budget set',
    args: '<scope>',
    summary:
      'say how much all, agent:NAME, project:NAME or task:ID may use; who was held goes on when there is room',
    example: 'cmux budget set agent:anna --tokens 2M --usd 5 --per day',
    options: [
      ['--turns <count>', 'prompts that it takes; as with all of these: 50, +10 for so many more, or none'],
      ['--tokens <count>', 'input, output and what is written to the cache: 500k, 2M'],
      ['--usd <amount>', 'dollars, by the prices that are known'],
      ['--wall <time>', 'time that it is seen at work: 30min, 2h'],
      ['--tools <count>', 'calls of tools'],
      ['--restarts <count>', 'starts that nobody asked for'],
      ['--per <period>', 'day (in UTC) or total (default)'],
      ['--at <moment>', 'turn-end (default) or once, in the middle of a turn'],
      ['--warn <percent>', 'when to warn (default 80)'],
    ],
    revives: true,
    load: async () => (await import('./verbs/budget.ts')).setBudget,
  },
  {
    name: 'budget check',
    summary: 'read all transcripts anew and compare them with what was counted',
    example: 'cmux budget check',
    revives: true,
    load: async () => (await import('./verbs/budget.ts')).checkBudget,
  },
]
