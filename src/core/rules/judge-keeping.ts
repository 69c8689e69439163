// May this one keep this rule? Pure: a refusal in words, or nothing.
import type { ErrorCode } from '../../protocol/error-catalogue.ts'
import type { KeptRuleScope, RulePlan } from '../../protocol/approvals/kept-rule.ts'

export interface KeepingWish {
  readonly scope: KeptRuleScope
  /** The actor, as in events. */
  readonly by: string
}

interface Refusal {
  readonly code: ErrorCode
  readonly message: string
  readonly hint: string
}

export function judgeKeeping(plan: RulePlan, { scope, by }: KeepingWish): Refusal | undefined {
  if (by.startsWith('agent:'))
    return {
      code: 'FORBIDDEN',
      message: 'an agent can’t keep a rule',
      hint: 'ask a person: `cmux next` shows it',
    }
  const hint = 'nothing was decided; without --always an approval covers one action'
  if (plan.refusal !== null)
    return { code: 'CONFLICT', message: `no rule can be added: ${plan.refusal}`, hint }
  if (plan[scope] === null)
    return { code: 'CONFLICT', message: 'no rule can be added: the agent is in no project', hint }
  return undefined
}
