// Sets or raises limits of one budget; the agents that it held go on when there is room again.
import { useState } from 'react'
import type { Budget, BudgetKind, BudgetMoment, BudgetPeriod } from '../../../protocol/budgets/budget.ts'
import { describeMeter } from '../../../protocol/budgets/describe-meter.ts'
import { useAct } from '../../data/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field, INPUT_CLASS } from '../../ui/field.tsx'
import { BUDGET_KIND_NAMES } from './budget-kind-names.ts'
import { KIND_WORDS, sayScope } from './state-words.ts'
import { readBudgetForm, type AmountTexts } from './read-budget-form.ts'

interface BudgetDialogProps {
  /** All periods of the one that is set. */
  readonly budgets: readonly Budget[]
  readonly scope: string
  readonly onClose: () => void
}

const PERIODS = [
  ['total', 'Total'],
  ['day', 'Per day (UTC)'],
] as const
const MOMENTS = [
  ['turn-end', 'at the end of the turn'],
  ['at-once', 'at once'],
] as const

export function BudgetDialog({ budgets, scope, onClose }: BudgetDialogProps) {
  const [per, setPer] = useState<BudgetPeriod>(budgets[0]?.per ?? 'total')
  const budget = budgets.find((each) => each.per === per)
  const [at, setAt] = useState<BudgetMoment>(budget?.at ?? 'turn-end')
  const [texts, setTexts] = useState<AmountTexts>({})
  const set = useAct('PUT /api/budgets', 'The limits are set', onClose)
  const { limits, more, faults } = readBudgetForm(texts)
  const isWrong = Object.keys(faults).length > 0
  const hasMore = Object.keys(more).length > 0
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Limits of ${sayScope(scope)}`}
      description="Examples: 50, 2M, 1.50, 2h; +10k to add 10k; none for no limit. Empty fields stay unchanged."
    >
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isWrong) set.mutate({ body: { scope, per, at, limits, ...(hasMore && { more }) } })
        }}
      >
        <div className="grid grid-cols-2 gap-x-3 gap-y-1">
          {BUDGET_KIND_NAMES.map((kind) => (
            <Amount
              key={kind}
              kind={kind}
              budget={budget}
              text={texts[kind] ?? ''}
              fault={faults[kind]}
              onChange={(text) => setTexts({ ...texts, [kind]: text })}
            />
          ))}
          <Choice
            label="Counted"
            value={per}
            options={PERIODS}
            onChoose={(value) => setPer(value as BudgetPeriod)}
          />
          <Choice
            label="When used up, agents stop"
            value={at}
            options={MOMENTS}
            onChoose={(value) => setAt(value as BudgetMoment)}
          />
        </div>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" disabled={isWrong || set.isPending}>
            Set
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface AmountProps {
  readonly kind: BudgetKind
  readonly budget: Budget | undefined
  readonly text: string
  readonly fault: string | undefined
  readonly onChange: (text: string) => void
}

function Amount({ kind, budget, text, fault, onChange }: AmountProps) {
  const meter = budget?.meters.find((each) => each.kind === kind)
  const used = meter ? describeMeter(kind, meter.used, meter.limit) : 'nothing used'
  return (
    <Field label={KIND_WORDS[kind]} hint={`now ${used}`} fault={fault}>
      {(ids) => (
        <input
          {...ids}
          value={text}
          onChange={({ target }) => onChange(target.value)}
          placeholder={meter?.limit === null || !meter ? 'no limit' : 'unchanged'}
          autoComplete="off"
          className={INPUT_CLASS}
        />
      )}
    </Field>
  )
}
