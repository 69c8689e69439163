// The rules for tools as the server holds them: the policy of this home, and what it says of a use.
import { join } from 'node:path'
import {
  makeRulePlanner,
  makeToolExplainer,
  type ExplainToolUse,
  type ToolJudgeOptions,
} from '../adapters/rules/make-tool-judge.ts'
import { makePolicyFile } from '../adapters/rules/policy-file.ts'
import type { PlanRule } from '../core/rules/plan-kept-rule.ts'
import type { Store } from '../core/store.ts'
import type { PolicyShelf } from '../core/rules/policy-shelf.ts'

export interface RuleBook {
  readonly policies: PolicyShelf
  readonly explain: ExplainToolUse
  readonly planRule: PlanRule
}

interface RuleBookOptions {
  readonly home: string
  readonly environment: Readonly<Record<string, string>>
  readonly url: () => string
  readonly store: Store
}

export function makeRuleBook({ home, environment, url, store }: RuleBookOptions): RuleBook {
  const policies = makePolicyFile(join(home, 'policy.json'))
  const userHome = environment['HOME'] || '/'
  const cmuxPort = () => portOf(url())
  const keptRules: ToolJudgeOptions['keptRules'] = ({ agent, project }) =>
    store.read.keptRules.of(agent, project)
  const options: ToolJudgeOptions = { policies, cmuxHome: home, userHome, cmuxPort, keptRules }
  return { policies, explain: makeToolExplainer(options), planRule: makeRulePlanner(options) }
}

function portOf(url: string): number | null {
  const port = URL.canParse(url) ? Number(new URL(url).port) : 0
  return port === 0 ? null : port
}
