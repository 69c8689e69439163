// What "always" would mean for a use that a person is asked about: the acts that a rule would free, tried on this very use. Pure.
import type { FreedAct, KeptRule } from '../../protocol/approvals/kept-rule.ts'
import type { Policy } from '../../protocol/policy.ts'
import type { Effect } from './effect.ts'
import { readAct } from './read-act.ts'
import { judgeEach, judgeToolUse, realPathsOf, type Facts } from './judge-tool-use.ts'
import type { ToolUse } from './tool-judge.ts'

export interface KeptRulePlan {
  readonly frees: readonly FreedAct[]
  /** Why no rule can be kept; null when one can. */
  readonly refusal: string | null
}

/** With the policy, the file system and the kept rules as they are now. */
export type PlanRule = (use: ToolUse) => Promise<KeptRulePlan>

const no = (refusal: string): KeptRulePlan => ({ frees: [], refusal })

/** A rule of more acts than these nobody reads. */
const ACTS_MAX = 20

export function planKeptRule(
  policy: Policy,
  use: ToolUse,
  effects: readonly Effect[],
  facts: Facts,
): KeptRulePlan {
  const whole = judgeToolUse(policy, use, effects, facts)
  if (!whole.decided) return no('the rules leave it to the agent’s own program')
  if (whole.verdict === 'deny') return no(`it is forbidden: ${whole.reason}`)
  if (whole.verdict === 'allow') return no('the rules free it already')
  const frees = new Map<string, FreedAct>()
  for (const { effect, judged } of judgeEach(policy, use, effects, facts)) {
    if (judged.verdict !== 'ask') continue
    if (judged.rule !== null) return no(`rule ${judged.rule} of policy.json asks for it: change it there`)
    const reading = readAct(effect, {
      paths: 'mention' in effect ? realPathsOf(effect, facts) : [],
      workspace: facts.grounds.workspace,
    })
    if ('refusal' in reading) return no(reading.refusal)
    frees.set(JSON.stringify(reading.act), reading.act)
  }
  const acts = [...frees.values()]
  if (acts.length > ACTS_MAX) return no(`it does more than ${ACTS_MAX} things that are asked about`)
  const again = judgeToolUse(policy, use, effects, { ...facts, kept: [trial(use, acts)] })
  return again.verdict === 'allow'
    ? { frees: acts, refusal: null }
    : no(`a rule would not match it: ${again.reason}`)
}

/** As it would be kept, to be tried. */
function trial({ agent, tool }: ToolUse, frees: readonly FreedAct[]): KeptRule {
  const id = 'rul_00000000000000000000000000' as KeptRule['id']
  const approval = 'apr_00000000000000000000000000' as KeptRule['approval']
  const at = '1970-01-01T00:00:00.000Z' as KeptRule['at']
  return { id, agent, project: null, tool, frees: [...frees], approval, by: '', at }
}
