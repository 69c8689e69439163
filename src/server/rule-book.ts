// The rules for tools as the server holds them: the policy of this home, and what it says of a use.
import { join } from 'node:path'
import { makeToolExplainer, type ExplainToolUse } from '../adapters/rules/make-tool-judge.ts'
import { makePolicyFile } from '../adapters/rules/policy-file.ts'
import type { PolicyShelf } from '../core/rules/policy-shelf.ts'

export interface RuleBook {
  readonly policies: PolicyShelf
  readonly explain: ExplainToolUse
}

interface RuleBookOptions {
  readonly home: string
  readonly environment: Readonly<Record<string, string>>
  readonly url: () => string
}

export function makeRuleBook({ home, environment, url }: RuleBookOptions): RuleBook {
  const policies = makePolicyFile(join(home, 'policy.json'))
  const userHome = environment['HOME'] || '/'
  const cmuxPort = () => portOf(url())
  return { policies, explain: makeToolExplainer({ policies, cmuxHome: home, userHome, cmuxPort }) }
}

function portOf(url: string): number | null {
  const port = URL.canParse(url) ? Number(new URL(url).port) : 0
  return port === 0 ? null : port
}
