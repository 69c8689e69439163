// What was typed into the form of a budget, as it is sent; or what is wrong with it, by field. Pure.
import { BUDGET_KIND_NAMES } from './budget-kind-names.ts'
import type { BudgetKind } from '../../../protocol/budgets/budget.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import { parseAmount } from '../../../protocol/budgets/parse-amount.ts'

export type AmountTexts = Readonly<Partial<Record<BudgetKind, string>>>
type Amounts = Partial<Record<BudgetKind, number>>

export interface ReadAmounts {
  readonly limits: Partial<Record<BudgetKind, number | null>>
  readonly more: Amounts
  readonly faults: Partial<Record<BudgetKind, string>>
}

/** A field that is left empty changes nothing. */
export function readBudgetForm(texts: AmountTexts): ReadAmounts {
  const read: ReadAmounts = { limits: {}, more: {}, faults: {} }
  for (const kind of BUDGET_KIND_NAMES) {
    const text = (texts[kind] ?? '').replaceAll(/[,\s]/g, '')
    if (text !== '') readAmount(read, kind, text)
  }
  return read
}

function readAmount({ limits, more, faults }: ReadAmounts, kind: BudgetKind, text: string): void {
  try {
    const { how, value } = parseAmount(kind, text)
    if (value === 0) faults[kind] = 'A limit must be above zero; to stop an agent, pause it instead.'
    else if (how === 'more' && value !== null) more[kind] = value
    else limits[kind] = value
  } catch (error) {
    if (!(error instanceof CmuxError)) throw error
    faults[kind] = error.message
  }
}
