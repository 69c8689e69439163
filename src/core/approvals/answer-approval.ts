// A person's yes or no. Of two at once one is first; the other hears who.
import type { Decision } from '../../protocol/approval.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { ApprovalId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { grantBudget } from '../budgets/ask-budget.ts'
import type { BudgetRules } from '../budgets/budget-rules.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import type { ApprovalRecord } from './approval-record.ts'
import { findApproval } from './find-approval.ts'
import { judgeDecision, type DecisionWish } from './judge-decision.ts'
import { decideApproval } from './decide-approval.ts'

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly budgets: BudgetRules
}

export interface Answer extends DecisionWish, Pick<Decision, 'reason' | 'via'> {}

export function answerApproval(deps: Deps, id: ApprovalId, answer: Answer): Promise<ApprovalRecord> {
  return deps.store.write(async (writer) => {
    const record = await findApproval(writer, id)
    const nowMs = deps.clock.nowMs()
    const refusal = judgeDecision(record, answer, nowMs)
    if (refusal) throw new CmuxError(refusal.code, refusal.message, { hint: refusal.hint })
    const { verdict, by, reason, via } = answer
    await decideApproval(writer, record, verdict, { by, at: timestampFromMs(nowMs), reason, via })
    if (verdict === 'approved' && record.kind === 'budget') await grantBudget(deps, writer, record, by)
    return findApproval(writer, id)
  })
}
