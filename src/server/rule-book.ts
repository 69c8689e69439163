// The rules for tools as the server holds them: the policy of this home, and what it says of a use.
import { join } from 'node:path'
import { makeToolExplainer, type ExplainToolUse } from '../adapters/rules/make-tool-judge.ts'
import { makePolicyFile } from '../adapters/rules/policy-file.ts'
import type { PolicyShelf } from '../core/rules/policy-shelf.ts'

export interface RuleBook {
  readonly policies: PolicyShelf
  readonly explain: ExplainToolUse
}

export function makeRuleBook(home: string, environment: Readonly<Record<string, string>>): RuleBook {
  const policies = makePolicyFile(join(home, 'policy.json'))
  const userHome = environment['HOME'] || '/'
  return { policies, explain: makeToolExplainer({ policies, cmuxHome: home, userHome }) }
}
