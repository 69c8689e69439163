// A person's yes or no. Of two at once one is first; the other hears who.
import type { Decision } from '../../protocol/approvals/approval.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { ApprovalId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { grantBudget } from './ask-budget.ts'
import type { BudgetRules } from '../budgets/budget-rules.ts'
import type { Clock } from '../clock.ts'
import type { Entropy } from '../entropy.ts'
import { keepRule, type RuleToKeep } from '../rules/keep-rule.ts'
import type { Store } from '../store.ts'
import type { ApprovalRecord } from './approval-record.ts'
import { findApproval } from './find-approval.ts'
import { judgeDecision, type DecisionWish } from './judge-decision.ts'
import { decideApproval } from './decide-approval.ts'

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly entropy: Entropy
  readonly budgets: BudgetRules
}

export interface Answer extends DecisionWish, Pick<Decision, 'reason' | 'via'> {
  /** A rule that is kept with a yes, in the same transaction. */
  readonly keep?: RuleToKeep
}

export function answerApproval(deps: Deps, id: ApprovalId, answer: Answer): Promise<ApprovalRecord> {
  return deps.store.write(async (writer) => {
    const record = await findApproval(writer, id)
    const nowMs = deps.clock.nowMs()
    const refusal = judgeDecision(record, answer, nowMs)
    if (refusal) throw new CmuxError(refusal.code, refusal.message, { hint: refusal.hint })
    const { verdict, by, reason, via, keep } = answer
    const at = timestampFromMs(nowMs)
    await decideApproval(writer, record, verdict, { by, at, reason, via })
    if (keep) await keepRule(deps, writer, keep, { approval: id, by, at })
    if (verdict === 'approved' && record.kind === 'budget') await grantBudget(deps, writer, record, by)
    return findApproval(writer, id)
  })
}
