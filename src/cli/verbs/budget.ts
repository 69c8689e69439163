// Budgets: what somebody may use and what was used of it; setting one; and whether the numbers are what transcripts say.
import type { Budget, BudgetKind, BudgetLimits } from '../../protocol/budgets/budget.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { describeAmount, describeMeter } from '../../protocol/budgets/describe-meter.ts'
import { connect } from '../connect.ts'
import { layoutTable } from '../layout/layout.ts'
import { parseAmount } from '../../protocol/budgets/parse-amount.ts'
import type { RunVerb, VerbCall } from '../verb.ts'

/** Plain names are agents' or projects'; `agent:anna` says which. */
export const showBudget: RunVerb = async ({ args, environment }) => {
  const { items } = await connect(environment).call('GET /api/budgets', { query: {} })
  const [name] = args
  const named = items.filter(
    ({ scope }) => name === undefined || scope === name || scope.slice(scope.indexOf(':') + 1) === name,
  )
  if (named.length === 0) throw new CmuxError('NOT_FOUND', `${name} has no budget`)
  return { json: { items: named }, text: layoutBudgets(named) }
}

function layoutBudgets(budgets: readonly Budget[]): string {
  return layoutTable(budgets.map((budget) => [budget.scope, describePer(budget), ...describeBudget(budget)]))
}

const describePer = ({ per, source }: Budget) =>
  source === 'none' ? 'no limit' : per === 'day' ? 'per day' : 'total'

function describeBudget({ meters, unpricedTokens, holds }: Budget): string[] {
  const limited = meters.filter(({ limit }) => limit !== null)
  const shown = limited.length > 0 ? limited : meters.filter(({ used }) => used > 0)
  const words = shown.map(({ kind, used, limit, state }) => {
    const mark = state === 'used-up' ? ' (used up)' : state === 'warned' ? ' (nearly used up)' : ''
    return `${describeMeter(kind, used, limit)}${mark}`
  })
  const unpriced =
    unpricedTokens > 0 ? [`${describeAmount('tokens', unpricedTokens)} tokens of unknown cost`] : []
  const held = holds.length > 0 ? [`on hold: ${holds.join(', ')}`] : []
  return [[...(words.length > 0 ? words : ['nothing used yet']), ...unpriced, ...held].join(' · ')]
}

const OPTIONS: readonly (readonly [option: string, kind: BudgetKind])[] = [
  ['turns', 'turns'],
  ['tokens', 'tokens'],
  ['usd', 'usd'],
  ['wall', 'wallSec'],
  ['tools', 'tools'],
  ['restarts', 'restarts'],
]

export const setBudget: RunVerb = async (call) => {
  const [scope = ''] = call.args
  const { per, at, warn } = call.options
  const budget = await connect(call.environment).call('PUT /api/budgets', {
    body: {
      scope,
      ...readAmounts(call),
      ...(typeof per === 'string' && { per: oneOf('--per', per, { day: 'day', total: 'total' }) }),
      ...(typeof at === 'string' && { at: oneOf('--at', at, MOMENTS) }),
      ...(typeof warn === 'string' && { warnPercent: Number(warn) }),
    },
  })
  return { json: budget, text: layoutBudgets([budget]) }
}

const MOMENTS = { once: 'at-once', 'at-once': 'at-once', 'turn-end': 'turn-end' } as const

function readAmounts({ options }: VerbCall): { limits: BudgetLimits; more?: Record<string, number> } {
  const limits: Record<string, number | null> = {}
  const more: Record<string, number> = {}
  for (const [option, kind] of OPTIONS) {
    const text = options[option]
    if (typeof text !== 'string') continue
    const { how, value } = parseAmount(kind, text)
    if (how === 'more' && value !== null) more[kind] = value
    else limits[kind] = value
  }
  return { limits, ...(Object.keys(more).length > 0 && { more }) }
}

function oneOf<T extends string>(option: string, text: string, words: Readonly<Record<string, T>>): T {
  const found = Object.hasOwn(words, text) ? words[text] : undefined
  if (found !== undefined) return found
  throw new CmuxError('USAGE', `${option} takes ${Object.keys(words).join(' or ')}, not ${text}`)
}

export const checkBudget: RunVerb = async ({ environment }) => {
  const check = await connect(environment).call('GET /api/usage/check')
  const rows = check.agents.map(({ agent, transcripts, differ, read, counted, same }) => {
    const all = describeAmount(
      'tokens',
      counted.input + counted.output + counted.cacheRead + counted.cacheWrite,
    )
    const verdict = read === null ? 'no readable transcript' : same ? 'the same' : `${differ} messages differ`
    return [agent, `${all} tokens`, `${transcripts} transcripts`, verdict]
  })
  const text = rows.length === 0 ? 'no agents yet' : layoutTable(rows)
  return { json: check, text, exitCode: check.same ? 0 : 1 }
}
