// Between requests that need a fresh proof and the dialog that asks the person for it: one question at a time.
import type { ProofKind } from '../../protocol/approvals/proof-kinds.ts'

export interface ProofDesk {
  /** True once it is proven; false when the person does not want to. */
  ask(kind: ProofKind): Promise<boolean>
  /** What is being asked for. */
  readonly current: () => ProofKind | undefined
  answer(isProven: boolean): void
  readonly subscribe: (listener: () => void) => () => void
}

interface Question {
  readonly kind: ProofKind
  readonly answered: PromiseWithResolvers<boolean>
}

export function makeProofDesk(): ProofDesk {
  const listeners = new Set<() => void>()
  let question: Question | undefined
  const put = (next: Question | undefined) => {
    question = next
    for (const listener of listeners) listener()
  }
  const pose = (kind: ProofKind): Promise<boolean> => {
    const answered = Promise.withResolvers<boolean>()
    put({ kind, answered })
    return answered.promise
  }
  let turn: Promise<unknown> = Promise.resolve()
  // Who needs what is being asked for waits for the same answer; who needs another proof asks after it.
  const ask = (kind: ProofKind): Promise<boolean> => {
    if (question?.kind === kind) return question.answered.promise
    const mine = turn.then(() => pose(kind))
    turn = mine
    return mine
  }
  return {
    ask,
    current: () => question?.kind,
    answer(isProven) {
      const { answered } = question ?? {}
      put(undefined)
      answered?.resolve(isProven)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
