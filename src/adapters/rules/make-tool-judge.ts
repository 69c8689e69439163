// The judge of tools: takes the policy as it is now, finds what a tool would do, looks where its paths lead, and has the rules
// decide.
import { tmpdir } from 'node:os'
import type { Facts } from '../../core/rules/judge-tool-use.ts'
import { judgeToolUse, listPaths } from '../../core/rules/judge-tool-use.ts'
import { planKeptRule, type PlanRule } from '../../core/rules/plan-kept-rule.ts'
import type { KeptRule } from '../../protocol/approvals/kept-rule.ts'
import { findEffects } from '../../core/rules/find-effects.ts'
import { pushesToCmux } from '../../core/rules/is-asked-at-push.ts'
import type { PolicyShelf } from '../../core/rules/policy-shelf.ts'
import type { ToolUse, ToolVerdict } from '../../core/rules/tool-judge.ts'
import type { JudgedUse } from '../../protocol/policy.ts'
import { readInside } from '../files/read-inside.ts'
import { readShell } from './read-shell.ts'
import { realPath } from './real-path.ts'

export interface ToolJudgeOptions {
  readonly policies: PolicyShelf
  readonly cmuxHome: string
  /** The home folder of the person, which is the agents' too. */
  readonly userHome: string
  /** Where cmux answers on loopback; null when that is not known yet. */
  readonly cmuxPort: () => number | null
  /** Rules that people kept for this agent and its project. */
  readonly keptRules: (use: Pick<ToolUse, 'agent' | 'project'>) => Promise<readonly KeptRule[]>
  /** Where everybody may leave files; default: where this system has them. */
  readonly tempFolders?: readonly string[]
}

const CONFIG_MAX_BYTES = 1024 * 1024

/** With what is said of each part, for people who want to see why. */
export type ExplainToolUse = (use: ToolUse) => Promise<JudgedUse>

/** Undefined where the policy leaves it to the agent's own program. */
export function makeToolJudge(explain: ExplainToolUse) {
  return async (use: ToolUse): Promise<ToolVerdict | undefined> => {
    const { decided, verdict, risk, reason } = await explain(use)
    return decided ? { verdict, risk, reason } : undefined
  }
}

export function makeToolExplainer(options: ToolJudgeOptions): ExplainToolUse {
  return async (use) => {
    try {
      const { policy, effects, facts } = await gather(options, use)
      return judgeToolUse(policy, use, effects, facts)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      const reason = `${use.tool} could not be judged: ${why}`
      return { decided: true, verdict: 'ask', risk: 'high', reason, parts: [] }
    }
  }
}

/** What a kept rule would be for a use; what can't be judged has none. */
export function makeRulePlanner(options: ToolJudgeOptions): PlanRule {
  return async (use) => {
    const { policy, effects, facts } = await gather(options, use)
    return planKeptRule(policy, use, effects, facts)
  }
}

async function gather(options: ToolJudgeOptions, use: ToolUse) {
  const { policies, cmuxHome, userHome, tempFolders = ['/tmp', '/var/tmp', tmpdir()] } = options
  const { policy, problem } = await policies.read()
  const effects = findEffects(use, { userHome, readShell })
  const paths = listPaths(effects)
  const facts: Facts = {
    cmuxPort: options.cmuxPort(),
    pushesToCmux: use.confined && pushesToCmux(await readConfig(use.workspace)),
    // While nobody knows what the person wants, an old answer does not speak for them.
    kept: problem === null ? await options.keptRules(use) : [],
    grounds: {
      agent: use.agent,
      workspace: await realPath(use.workspace),
      cmuxHome: await realPath(cmuxHome),
      userHome: await realPath(userHome),
      tempFolders: await Promise.all(tempFolders.map(realPath)),
    },
    realPaths: new Map(await Promise.all(paths.map(async (path) => [path, await realPath(path)] as const))),
  }
  return { policy, effects, facts }
}

/** An agent may have put anything there. */
async function readConfig(workspace: string): Promise<string | undefined> {
  const found = await readInside(workspace, ['.git'], 'config', CONFIG_MAX_BYTES)
  return found === 'odd' ? undefined : found?.toString('utf8')
}
