// Answers of git that can't change, since every object in the question is named by its whole id. They are kept in memory, so that the
// same question starts no second sandbox.
import type { RunResult } from '../process/run-program.ts'

export interface FixedAnswers {
  /** The answer that is known, or else the one that `ask` gives. Only a success is kept. */
  get(question: string, ask: () => Promise<RunResult>): Promise<RunResult>
}

const sizeOf = (question: string, { stdout }: RunResult) => question.length + stdout.length

export function makeFixedAnswers(maxChars: number): FixedAnswers {
  /** The longest unused first. */
  const known = new Map<string, RunResult>()
  const running = new Map<string, Promise<RunResult>>()
  let chars = 0
  const drop = (question: string, answer: RunResult) => {
    known.delete(question)
    chars -= sizeOf(question, answer)
  }
  const keep = (question: string, answer: RunResult) => {
    if (answer.code !== 0 || sizeOf(question, answer) > maxChars) return
    known.set(question, answer)
    chars += sizeOf(question, answer)
    for (const [oldest, old] of known) {
      if (chars <= maxChars) break
      drop(oldest, old)
    }
  }
  const askOnce = async (question: string, ask: () => Promise<RunResult>) => {
    try {
      const answer = await ask()
      keep(question, answer)
      return answer
    } finally {
      running.delete(question)
    }
  }
  return {
    async get(question, ask) {
      const found = known.get(question)
      if (found) {
        known.delete(question)
        known.set(question, found)
        return found
      }
      const asked = running.get(question) ?? askOnce(question, ask)
      running.set(question, asked)
      return asked
    },
  }
}
