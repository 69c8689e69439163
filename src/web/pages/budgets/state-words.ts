// What is said of budgets: whose they are, how they stand.
import type { Budget, BudgetKind, MeterState } from '../../../protocol/budgets/budget.ts'
import type { Tone } from '../../ui/tone.ts'

export const STATE_WORDS: Readonly<Record<MeterState, readonly [words: string, tone: Tone]>> = {
  unlimited: ['no limit', 'quiet'],
  well: ['within its limits', 'well'],
  warned: ['nearly used up', 'worry'],
  'used-up': ['used up', 'bad'],
}

export const KIND_WORDS: Readonly<Record<BudgetKind, string>> = {
  turns: 'Turns',
  tokens: 'Tokens',
  usd: 'Cost ($)',
  wallSec: 'Time at work',
  tools: 'Tool calls',
  restarts: 'Restarts',
}

export function sayScope(scope: string): string {
  return scope === 'all' ? 'All agents' : scope.replace(':', ' ')
}

export function sayPeriod({ per, source }: Pick<Budget, 'per' | 'source'>): string {
  if (source === 'none') return 'No limit'
  return `${per === 'day' ? 'Per day (UTC)' : 'Total'}${source === 'default' ? ' · default' : ''}`
}
