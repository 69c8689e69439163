// An agent asks for more of a budget: a request that a person decides on, and a yes carries it out at once.
import type { AskBudget, BudgetKind } from '../../protocol/budgets/budget.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { describeAmount, describeScope } from '../../protocol/budgets/describe-meter.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { HashSecret } from '../access/hash-secret.ts'
import type { Principal } from '../access/principal.ts'
import type { ApprovalRecord } from './approval-record.ts'
import { askInName } from './ask-in-name.ts'
import { useApproval } from './use-approval.ts'
import type { Clock } from '../clock.ts'
import type { Entropy } from '../entropy.ts'
import type { StoreWriter } from '../store.ts'
import type { BudgetRules } from '../budgets/budget-rules.ts'
import { readWish, writeWish } from '../budgets/budget-wish.ts'
import { planSet, setBudget } from '../budgets/set-budget.ts'

interface Deps {
  readonly clock: Clock
  readonly budgets: BudgetRules
}

export async function askBudget(
  deps: Deps & { readonly entropy: Entropy; readonly hashSecret: HashSecret },
  writer: StoreWriter,
  request: AskBudget,
  { by, waitMs }: { readonly by: Principal; readonly waitMs: number },
): Promise<ApprovalRecord> {
  const { id, scope, per, more, why } = request
  const known = id && (await writer.approvals.byId(id))
  const content = writeWish({ scope, per, more })
  if (known) return requireSame(known, content, by)
  // What could not be carried out is not asked for.
  await planSet(deps, writer, { scope, per, limits: {}, more })
  const amounts = Object.entries(more).map(
    ([kind, amount]) => `${kind} +${describeAmount(kind as BudgetKind, amount ?? 0)}`,
  )
  return askInName(deps, writer, by, {
    id,
    kind: 'budget',
    title: `raise ${describeScope(scope)}: ${amounts.join(', ')}`,
    risk: 'medium',
    content,
    why: why ?? '',
    waitMs,
  })
}

function requireSame(known: ApprovalRecord, content: string, by: Principal): ApprovalRecord {
  if (known.content === content && known.requester === by.actor) return known
  throw new CmuxError('CONFLICT', `the id ${known.id} was used for another request`, {
    hint: 'give each request an id of its own, or none',
  })
}

/** In the transaction of the yes: both are, or none. */
export async function grantBudget(
  deps: Deps,
  writer: StoreWriter,
  record: ApprovalRecord,
  actor: string,
): Promise<void> {
  await setBudget(deps, writer, { ...readWish(record.content), limits: {} }, actor)
  await useApproval(writer, record, timestampFromMs(deps.clock.nowMs()))
}
