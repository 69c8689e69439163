// Gemini CLI's hooks. It hands the command to a shell, so each word of it is quoted; its limits are in milliseconds.
// PreCompress is not among them: it fires in every turn, whether anything is compressed or not (seen with 0.61).
import { HOOK_LIMITS_SEC } from '../hook-limits.ts'
import { quoteWords } from '../quote-words.ts'

const { gate, carrier, news } = HOOK_LIMITS_SEC

const LIMITS_SEC: Readonly<Record<string, number>> = {
  SessionStart: carrier,
  BeforeAgent: carrier,
  BeforeTool: gate,
  AfterTool: news,
  Notification: news,
  AfterAgent: carrier,
  SessionEnd: news,
}

export function geminiHooks(hookCommand: readonly string[]) {
  return Object.fromEntries(
    Object.entries(LIMITS_SEC).map(([event, limitSec]) => {
      const command = quoteWords([...hookCommand, 'gemini', event])
      return [event, [{ hooks: [{ name: 'cmux', type: 'command', command, timeout: limitSec * 1000 }] }]]
    }),
  )
}
