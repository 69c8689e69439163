// One budget: whose, how it stands, a bar for each limit, and whom it holds.
import { Link } from '@tanstack/react-router'
import type { Budget } from '../../../protocol/budgets/budget.ts'
import { describeAmount, describeMeter } from '../../../protocol/budgets/describe-meter.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { sayPeriod, sayScope, STATE_WORDS } from './state-words.ts'
import { MeterBar } from './meter-bar.tsx'

interface BudgetRowProps {
  readonly budget: Budget
  readonly onSet: () => void
}

export function BudgetRow({ budget, onSet }: BudgetRowProps) {
  const { scope, per, state, meters, holds, unpricedTokens } = budget
  const limited = meters.filter(({ limit }) => limit !== null)
  const isMoneyLimited = limited.some(({ kind }) => kind === 'usd')
  const [words, tone] = STATE_WORDS[state]
  return (
    <li
      data-budget={`${scope} ${per}`}
      className="grid items-start gap-x-4 gap-y-1.5 border-b border-line/60 py-2.5 last:border-0 md:grid-cols-[13rem_minmax(0,1fr)_auto]"
    >
      <div className="min-w-0">
        <p data-foreign className="truncate text-sm font-medium">
          {sayScope(scope)}
        </p>
        <p className="text-xs text-quiet">{sayPeriod(budget)}</p>
        {state !== 'unlimited' && <Badge tone={tone}>{words}</Badge>}
      </div>
      <div className="grid gap-1.5">
        {limited.map((meter) => (
          <MeterBar key={meter.kind} meter={meter} />
        ))}
        <p className="text-xs text-quiet">{sayRest(budget)}</p>
        {unpricedTokens > 0 && (
          <p className={`text-xs ${isMoneyLimited ? 'text-worry' : 'text-quiet'}`}>
            {describeAmount('tokens', unpricedTokens)} tokens: cost unknown for this model
          </p>
        )}
        {holds.length > 0 && (
          <p className="text-xs">
            <span className="text-bad">on hold: </span>
            {holds.map((name) => (
              <Link key={name} to="/agents/$name" params={{ name }} className="mr-2 text-accent underline">
                {name}
              </Link>
            ))}
          </p>
        )}
      </div>
      <Button onClick={onSet} aria-label={`set limits of ${sayScope(scope)}`} className="justify-self-start">
        Set limits
      </Button>
    </li>
  )
}

/** What is counted without a limit. */
function sayRest({ meters }: Budget): string {
  const free = meters.filter(({ limit, used }) => limit === null && used > 0)
  const isNew = meters.every(({ used }) => used === 0)
  return isNew
    ? 'nothing used yet'
    : free.map(({ kind, used }) => describeMeter(kind, used, null)).join(' · ')
}
