// Writes a kept rule down, and takes one back, each with the event that tells of it.
import { CmuxError } from '../../protocol/cmux-error.ts'
import { describeKept } from '../../protocol/approvals/describe-kept.ts'
import type { ApprovalId, KeptRuleId } from '../../protocol/ids.ts'
import type { KeptRule, RulePlan } from '../../protocol/approvals/kept-rule.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { Entropy } from '../entropy.ts'
import type { Store, StoreWriter } from '../store.ts'
import { judgeKeeping, type KeepingWish } from './judge-keeping.ts'

/** More than a person can look over; each use of a tool reads them. */
const RULES_MAX = 1000

export interface RuleToKeep extends Pick<KeepingWish, 'scope'> {
  readonly plan: RulePlan
}

interface Source {
  readonly approval: ApprovalId
  readonly by: string
  readonly at: Timestamp
}

export async function keepRule(
  { entropy }: { readonly entropy: Entropy },
  writer: StoreWriter,
  { plan, scope }: RuleToKeep,
  source: Source,
): Promise<KeptRule> {
  const refusal = judgeKeeping(plan, { scope, by: source.by })
  if (refusal) throw new CmuxError(refusal.code, refusal.message, { hint: refusal.hint })
  if ((await writer.keptRules.all()).length >= RULES_MAX)
    throw new CmuxError('LIMIT_REACHED', `${RULES_MAX} rules are kept, as many as may be`, {
      hint: 'take some back first (`cmux rules list`)',
    })
  const { tool, frees, agent, project } = plan
  const whose = scope === 'agent' ? { agent, project: null } : { agent: null, project }
  const rule: KeptRule = { id: entropy.id('rul'), ...whose, tool, frees, ...source }
  await writer.keptRules.insert(rule)
  const data = { rule: rule.id, ...whose, approval: source.approval, says: describeKept(rule) }
  await writer.events.append({ type: 'rule.kept', actor: source.by, data })
  return rule
}

export function removeRule(store: Store, id: KeptRuleId, actor: string): Promise<KeptRule> {
  return store.write(async ({ keptRules, events }) => {
    const rule = (await keptRules.all()).find((each) => each.id === id)
    if (!rule)
      throw new CmuxError('NOT_FOUND', `there is no kept rule ${id}`, { hint: 'see `cmux rules list`' })
    await keptRules.remove(id)
    const { agent, project } = rule
    await events.append({
      type: 'rule.removed',
      actor,
      data: { rule: id, agent, project, says: describeKept(rule) },
    })
    return rule
  })
}
