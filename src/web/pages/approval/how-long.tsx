// For how long a yes holds: once, or as a rule for the agent or its project. The rule is shown before anybody says yes.
import { useRoute } from '../../data/use-route.ts'
import { ExactText } from '../../approvals/exact-text.tsx'
import { describeKept } from '../../../protocol/approvals/describe-kept.ts'
import type { Approval } from '../../../protocol/approvals/approval.ts'
import type { KeptRuleScope, RulePlan } from '../../../protocol/approvals/kept-rule.ts'

export type HowLong = 'once' | KeptRuleScope

interface HowLongProps {
  readonly approval: Approval
  readonly value: HowLong
  readonly onChange: (value: HowLong) => void
}

/** Nothing for what is no tool: only what agents do can be allowed for good. */
export function HowLongChoice({ approval: { id, kind, agent, project }, value, onChange }: HowLongProps) {
  const isTool = kind === 'tool' && agent !== null
  const { data: plan } = useRoute('GET /api/approvals/:id/rule', { params: { id } }, { enabled: isTool })
  if (!isTool || !plan) return null
  if (plan.refusal !== null)
    return (
      <p data-foreign className="text-xs text-quiet">
        No rule can be added: <ExactText text={plan.refusal} />.
      </p>
    )
  const choices: readonly (readonly [HowLong, string])[] = [
    ['once', 'Once'],
    ['agent', `Always for ${agent}`],
    ...(project === null ? [] : [['project', `Always in ${project}`] as const]),
  ]
  return (
    <fieldset className="grid gap-1">
      <legend className="sr-only">Scope of the approval</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {choices.map(([choice, label]) => (
          <label key={choice} className="flex items-center gap-1.5">
            <input
              type="radio"
              name="how-long"
              checked={value === choice}
              onChange={() => onChange(choice)}
            />
            {label}
          </label>
        ))}
      </div>
      {value !== 'once' && (
        <p data-foreign className="text-sm">
          From now on, without asking: <ExactText text={sayPlan(plan, value)} />
        </p>
      )}
    </fieldset>
  )
}

function sayPlan(plan: RulePlan, scope: KeptRuleScope): string {
  return describeKept(scope === 'agent' ? { ...plan, project: null } : { ...plan, agent: null })
}
