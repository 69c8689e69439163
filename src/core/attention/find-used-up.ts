// Budgets that are used up, and whom they hold: only a person can raise them.
import type { Budget } from '../../protocol/budgets/budget.ts'
import { describeMeter, describeScope } from '../../protocol/budgets/describe-meter.ts'
import type { AgentName, ProjectName } from '../../protocol/ids.ts'
import type { AttentionFacts } from './attention-facts.ts'
import type { Found } from './decide-attention.ts'

/** As the command calls them. */
const OPTIONS = {
  turns: 'turns',
  tokens: 'tokens',
  usd: 'usd',
  wallSec: 'wall',
  tools: 'tools',
  restarts: 'restarts',
}

export function findUsedUp({ budgets, agents }: AttentionFacts): Found[] {
  return budgets.flatMap((budget) => {
    const { scope, per, holds } = budget
    const spent = budget.meters.filter(({ state }) => state === 'used-up')
    if (spent.length === 0 || holds.length === 0) return []
    const words = spent.map(({ kind, used, limit }) => describeMeter(kind, used, limit))
    const more = spent.map(({ kind }) => `--${OPTIONS[kind]} +…`)
    const since = agents.find(({ name }) => name === holds[0])?.paused?.since ?? null
    return {
      title: `${describeScope(scope)} is used up`,
      detail: `${words.join(', ')}${per === 'day' ? ' today' : ''}; on hold: ${holds.join(', ')}`,
      since,
      ...about(budget),
      command: `cmux budget set ${scope}${per === 'day' ? ' --per day' : ''} ${more.join(' ')}`,
    }
  })
}

function about({ scope }: Budget): Pick<Found, 'agent' | 'project' | 'link'> {
  const [kind, name = ''] = scope.split(':')
  const link = `/budgets?set=${encodeURIComponent(scope)}`
  if (kind === 'agent') return { agent: name as AgentName, link }
  return kind === 'project' ? { project: name as ProjectName, link } : { link }
}
