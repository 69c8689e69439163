// What was used of a limit, in a few words. Apart from the schemas, so that the CLI and the page can say it without zod.
import type { BudgetKind } from './budget.ts'

const number = (value: number) => value.toLocaleString('en-US')

const AMOUNTS: Readonly<
  Record<BudgetKind, { readonly say: (value: number) => string; readonly what: string }>
> = {
  turns: { say: number, what: 'turn' },
  tokens: { say: number, what: 'token' },
  usd: {
    say: (usd) => `$${usd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`,
    what: '',
  },
  wallSec: { say: sayDuration, what: 'of work' },
  tools: { say: number, what: 'tool call' },
  restarts: { say: number, what: 'restart' },
}

export function describeAmount(kind: BudgetKind, value: number): string {
  return AMOUNTS[kind].say(value)
}

/** `10,412 of 10,000 tokens`. */
export function describeMeter(kind: BudgetKind, used: number, limit: number | null): string {
  const { say, what } = AMOUNTS[kind]
  const isCounted = say === number
  const noun = isCounted && (limit ?? used) !== 1 ? `${what}s` : what
  return [limit === null ? say(used) : `${say(used)} of ${say(limit)}`, noun].join(' ').trim()
}

const STEPS = [
  [3600, 'h'],
  [60, 'min'],
] as const

function sayDuration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds * 10) / 10} s`
  let left = Math.round(seconds)
  const parts = STEPS.flatMap(([size, name]) => {
    const whole = Math.floor(left / size)
    left -= whole * size
    return whole > 0 ? [`${whole} ${name}`] : []
  })
  return parts.join(' ')
}

/** Whose it is, as the owner of a sentence: `the budget of project web`. */
export function describeScope(scope: string): string {
  if (scope === 'all') return 'the budget of all agents'
  return `the budget of ${scope.replace(':', ' ')}`
}
