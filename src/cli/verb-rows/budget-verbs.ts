// The verbs about budgets.
import type { Verb } from '../verb.ts'

export const BUDGET_VERBS: readonly Verb[] = [
  {
    name: 'budget show',
    args: '[whose]',
    summary: 'limits and usage of agents, projects, tasks, and all of them together',
    example: 'cmux budget show anna',
    revives: true,
    load: async () => (await import('../verbs/budget.ts')).showBudget,
  },
  {
    name: 'budget set',
    args: '<scope>',
    summary:
      'set the limits of all, agent:NAME, project:NAME or task:ID; agents on hold resume when there is room',
    example: 'cmux budget set agent:anna --tokens 2M --usd 5 --per day',
    options: [
      ['--turns <count>', 'prompts; each limit takes 50, +10 to add 10, or none'],
      ['--tokens <count>', 'input, output and cache writes: 500k, 2M'],
      ['--usd <amount>', 'dollars, by known prices'],
      ['--wall <time>', 'working time: 30min, 2h'],
      ['--tools <count>', 'tool calls'],
      ['--restarts <count>', 'unrequested restarts'],
      ['--per <period>', 'day (in UTC) or total (default)'],
      ['--at <moment>', 'when to stop: turn-end (default) or once, in the middle of a turn'],
      ['--warn <percent>', 'when to warn (default 80)'],
    ],
    revives: true,
    load: async () => (await import('../verbs/budget.ts')).setBudget,
  },
  {
    name: 'budget check',
    summary: 'read all transcripts again and compare them with the counted usage',
    example: 'cmux budget check',
    revives: true,
    load: async () => (await import('../verbs/budget.ts')).checkBudget,
  },
]
