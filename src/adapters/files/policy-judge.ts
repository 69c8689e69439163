// The rules for tools in a file of the home folder, out of the agents' reach: the first that fits decides. What the file says nothing
// about, each agent's own program decides.
import { z } from 'zod'
import type { ToolUse, ToolVerdict } from '../../core/rules/tool-judge.ts'
import { readIfThere } from './read-if-there.ts'

const Policy = z.strictObject({
  rules: z.array(
    z.strictObject({
      tool: z.string(),
      match: z.string().default(''),
      verdict: z.enum(['allow', 'ask', 'deny']),
    }),
  ),
})

const UNREADABLE: ToolVerdict = {
  verdict: 'ask',
  risk: 'high',
  reason: 'the rules in policy.json can’t be read, so everything is asked',
}
const RISKS = { allow: 'low', ask: 'medium', deny: 'high' } as const

/** Read anew for each use: a rule holds from the moment it is written. */
export function makePolicyJudge(path: string) {
  return async ({ tool, input }: ToolUse): Promise<ToolVerdict | undefined> => {
    try {
      const text = await readIfThere(path)
      if (text === undefined) return undefined
      const { rules } = Policy.parse(JSON.parse(text))
      const given = JSON.stringify(input) ?? ''
      const rule = rules.find((each) => each.tool === tool && given.includes(each.match))
      return (
        rule && { verdict: rule.verdict, risk: RISKS[rule.verdict], reason: `a rule says ${rule.verdict}` }
      )
    } catch {
      return UNREADABLE // whatever is wrong with it: a file that can't be read allows nothing
    }
  }
}
