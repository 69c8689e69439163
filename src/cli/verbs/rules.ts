// The rules for tools: which there are, and what they would say.
import type { AgentName, KeptRuleId } from '../../protocol/ids.ts'
import { describeKept } from '../../protocol/approvals/describe-kept.ts'
import type { KeptRule } from '../../protocol/approvals/kept-rule.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { PolicyRule } from '../../protocol/policy.ts'
import { printable } from '../../lib/printable.ts'
import { connect } from '../connect.ts'
import { layoutTable } from '../layout/layout.ts'
import type { RunVerb } from '../verb.ts'

const DEFAULTS = {
  strict: 'everything but reading needs approval',
  careful:
    'reading, own files and tests are allowed; network, pushes, secrets and unknown effects need approval',
  trusting: 'as careful, but medium risk is allowed',
  off: 'each agent’s own program decides',
} as const

const SELF_REVIEW = {
  person: 'a person reviews code that runs outside of the sandbox',
  agent: 'another agent reviews code that runs outside of the sandbox',
  none: 'reviewed like any other project',
} as const

export const listRules: RunVerb = async ({ environment }) => {
  const state = await connect(environment).call('GET /api/rules')
  const { file, problem, defaults, selfReview, rules, kept } = state
  const lines = [
    ...(problem === null
      ? []
      : [`${file} is invalid: ${problem}`, 'Fix it: until then everything but reading needs approval.']),
    ...(rules.length === 0
      ? []
      : [layoutTable([['', 'VERDICT', 'TOOL', 'ABOUT', 'WHOSE', 'WHY'], ...rules.map(rowOf)])]),
    ...(kept.length === 0 ? [] : [layoutTable([['KEPT', 'SINCE', 'ALLOWS'], ...kept.map(keptRow)])]),
    `Without a matching rule (${defaults}): ${DEFAULTS[defaults]}.`,
    `Changes to cmux’s own code (${selfReview}): ${SELF_REVIEW[selfReview]}.`,
    ...(state.sha256 === null && problem === null ? [`No ${file} yet; it holds rules of your own.`] : []),
  ]
  return { json: state, text: lines.join('\n'), exitCode: problem === null ? 0 : 1 }
}

function rowOf(
  { verdict, tool, command, path, url, agent, role, project, why }: PolicyRule,
  index: number,
): string[] {
  const whose = [agent, role, project].flatMap((names) => names ?? [])
  const about = [command, path, url].filter((text) => text !== undefined)
  return [
    String(index + 1),
    verdict,
    tool,
    about.join(', ') || 'anything',
    whose.join(', ') || 'all',
    why ?? '',
  ]
}

const keptRow = (rule: KeptRule): string[] => [rule.id, rule.at.slice(0, 10), printable(describeKept(rule))]

export const removeRule: RunVerb = async ({ environment, args }) => {
  const params = { id: args[0] as KeptRuleId }
  const rule = await connect(environment).call('DELETE /api/rules/kept/:id', { params })
  return { json: rule, text: `removed; asked about again from now on: ${printable(describeKept(rule))}` }
}

const VERDICTS = { allow: 'allowed without asking', ask: 'needs approval', deny: 'denied' } as const

export const testRules: RunVerb = async ({ environment, args, options }) => {
  const [first = '', input] = args
  const use =
    input === undefined
      ? { tool: 'Bash', input: { command: first } }
      : { tool: first, input: parseInput(input) }
  const agent = typeof options['agent'] === 'string' ? { agent: options['agent'] as AgentName } : {}
  const body = { ...use, ...agent, ...(options['confined'] === true && { confined: true }) }
  const judged = await connect(environment).call('POST /api/rules/test', { body })
  const head = judged.decided
    ? `${VERDICTS[judged.verdict]} (${judged.risk} risk): ${printable(judged.reason)}`
    : 'no rule matches: the agent’s own program decides'
  const rows = judged.parts.map(({ part, verdict, risk, reason, rule }) => [
    verdict,
    risk,
    printable(part),
    rule === null ? printable(reason) : `rule ${rule}: ${printable(reason)}`,
  ])
  return { json: judged, text: rows.length > 1 ? `${head}\n\n${layoutTable(rows)}` : head }
}

function parseInput(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CmuxError('USAGE', 'the input is not JSON', {
      cause: error,
      hint: `for example: cmux rules test Write '{"file_path":"/etc/hosts"}'`,
    })
  }
}
