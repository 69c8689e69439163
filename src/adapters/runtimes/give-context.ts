// What an agent is told as its session begins, in the words that Claude Code, Codex, Gemini CLI and the demo agent take.
import type { Runtime } from '../../core/agents/runtime.ts'

export const giveContext: NonNullable<Runtime['giveContext']> = (event, text) =>
  event === 'SessionStart'
    ? { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: text } }
    : undefined
