// What was used of one limit: a bar, and the same in numbers and words.
import type { BudgetMeter } from '../../../protocol/budgets/budget.ts'
import { describeMeter } from '../../../protocol/budgets/describe-meter.ts'
import { TEXT_OF } from '../../ui/tone.ts'
import { KIND_WORDS, STATE_WORDS } from './state-words.ts'

export function MeterBar({ meter: { kind, used, limit, percent, state } }: { readonly meter: BudgetMeter }) {
  const [words, tone] = STATE_WORDS[state]
  const filled = Math.min(100, percent ?? 0)
  const amounts = describeMeter(kind, used, limit)
  return (
    <div className="grid gap-0.5" data-meter={kind} data-meter-state={state}>
      <div className="flex justify-between gap-2 text-xs">
        <span>{amounts}</span>
        <span className={TEXT_OF[tone]}>
          {percent} %{state === 'well' ? '' : ` · ${words}`}
        </span>
      </div>
      <div
        role="meter"
        aria-label={KIND_WORDS[kind]}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={filled}
        aria-valuetext={`${amounts}, ${words}`}
        className="h-1.5 overflow-hidden rounded-full bg-raised"
      >
        <div className={`h-full rounded-full bg-current ${TEXT_OF[tone]}`} style={{ width: `${filled}%` }} />
      </div>
    </div>
  )
}
