// What "always" would mean for a request that waits: the use of the tool is read from the request, and judged as it would be now.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { RulePlan } from '../../protocol/approvals/kept-rule.ts'
import type { PlanRule } from '../rules/plan-kept-rule.ts'
import type { ToolUse } from '../rules/tool-judge.ts'
import type { StoreReader } from '../store.ts'
import type { ApprovalRecord } from './approval-record.ts'
import { describeUser } from './gate/judge-use.ts'

interface Deps {
  readonly store: { readonly read: Pick<StoreReader, 'agents' | 'mask'> }
  readonly planRule: PlanRule
}

export async function readRulePlan(
  { store, planRule }: Deps,
  { id, kind, agent, content }: Pick<ApprovalRecord, 'id' | 'kind' | 'agent' | 'content'>,
): Promise<RulePlan> {
  const record = agent === null ? undefined : await store.read.agents.byName(agent)
  if (kind !== 'tool' || !record)
    throw new CmuxError('CONFLICT', `${id} is not about a tool of an agent that is there`, {
      hint: 'only uses of tools can be allowed for good',
    })
  const { tool, folder, input } = JSON.parse(content) as Pick<ToolUse, 'tool' | 'folder' | 'input'>
  const { frees, refusal } = await planRule({ ...describeUser(record), tool, folder, input })
  const whose = { tool, agent: record.name, project: record.project }
  const text = JSON.stringify(frees)
  if (store.read.mask.text(text) !== text)
    return { ...whose, frees: [], refusal: 'it holds a secret, which a rule would show to everybody' }
  return { ...whose, frees: [...frees], refusal }
}
