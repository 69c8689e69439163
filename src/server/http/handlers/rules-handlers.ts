// The rules for tools over HTTP.
import { join } from 'node:path'
import { findAgent } from '../../../core/agents/find-agent.ts'
import { describeUser } from '../../../core/approvals/gate/judge-use.ts'
import { removeRule } from '../../../core/rules/keep-rule.ts'
import type { ToolUse } from '../../../core/rules/tool-judge.ts'
import type { RoleName } from '../../../protocol/agents/agent.ts'
import type { AgentName } from '../../../protocol/ids.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'

type Deps = Pick<Context, 'agents' | 'home' | 'rules' | 'store'>

type Whose = Omit<ToolUse, 'tool' | 'input'>

export function makeRulesHandlers({
  rules,
  agents,
  home,
  store,
}: Deps): Handlers<'GET /api/rules' | 'POST /api/rules/test' | 'DELETE /api/rules/kept/:id'> {
  const whose = async (name: AgentName | undefined): Promise<Whose> => {
    if (name === undefined) return nobody(home)
    return describeUser(await findAgent(agents.deps, name))
  }
  return {
    'GET /api/rules': async () => {
      const { file, sha256, problem, policy } = await rules.policies.read()
      const { defaults, selfReview } = policy
      const kept = await store.read.keptRules.all()
      return { file, sha256, problem, defaults, selfReview, rules: policy.rules, kept }
    },
    'DELETE /api/rules/kept/:id': ({ params }, { principal }) =>
      removeRule(store, params.id, principal.actor),
    'POST /api/rules/test': async ({ body: { agent, tool, input, confined } }) =>
      rules.explain({
        ...(await whose(agent)),
        tool,
        input,
        ...(confined !== undefined && { confined, network: confined ? 'own' : 'host' }),
      }),
  }
}

function nobody(home: string): Whose {
  const folder = join(home, 'workspaces', 'any', 'somebody')
  return {
    agent: 'somebody' as AgentName,
    role: 'worker' as RoleName,
    project: null,
    runtime: 'claude',
    folder,
    workspace: folder,
    confined: false,
    network: null,
    inCheckout: false,
  }
}
