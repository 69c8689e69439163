// Gemini CLI's hooks. It hands the command to a shell, so each word of it is quoted; its limits are in milliseconds.
// PreCompress is not among them: it fires in every turn, whether anything is compressed or not (seen with 0.61).
import { quoteWords } from '../quote-words.ts'

/** A gate may wait for a person's answer. */
const GATE_LIMIT_MS = 3_600_000
/** It may carry a message in, and waits while a server is being replaced. */
const CARRIER_LIMIT_MS = 60_000
const NEWS_LIMIT_MS = 10_000

const LIMITS_MS: Readonly<Record<string, number>> = {
  SessionStart: CARRIER_LIMIT_MS,
  BeforeAgent: CARRIER_LIMIT_MS,
  BeforeTool: GATE_LIMIT_MS,
  AfterTool: NEWS_LIMIT_MS,
  Notification: NEWS_LIMIT_MS,
  AfterAgent: CARRIER_LIMIT_MS,
  SessionEnd: NEWS_LIMIT_MS,
}

export function geminiHooks(hookCommand: readonly string[]) {
  return Object.fromEntries(
    Object.entries(LIMITS_MS).map(([event, timeout]) => {
      const command = quoteWords([...hookCommand, 'gemini', event])
      return [event, [{ hooks: [{ name: 'cmux', type: 'command', command, timeout }] }]]
    }),
  )
}
