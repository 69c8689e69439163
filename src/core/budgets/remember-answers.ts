// The same questions for many agents at one look: what holds for all of them is asked once.
import type { StoreReader } from '../store.ts'

export type BudgetReader = Pick<StoreReader, 'budgets' | 'usage' | 'tasks'>

export function rememberAnswers({ budgets, usage, tasks }: BudgetReader): BudgetReader {
  return {
    tasks,
    budgets: {
      all: once(() => budgets.all()),
      marks: once((scope) => budgets.marks(scope)),
    },
    usage: { ...usage, total: once((scope, period) => usage.total(scope, period)) },
  }
}

function once<A extends readonly string[], T>(ask: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (...args) => {
    const key = args.join(' ')
    const answer = known.get(key) ?? ask(...args)
    known.set(key, answer)
    return answer
  }
}
