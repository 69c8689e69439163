// The screen of a program that we know nothing of: a prompt and a question are guessed by how they end, and no more.
import type { ScreenReading } from '../../../core/agents/runtime.ts'
import { cutText } from '../cut-text.ts'

const TEXT_MAX_CHARS = 300
const QUESTION = /(\[y\/n\]|\(y\/n\)|\(yes\/no\)|password[^:]*:)\s*[?:]?$/i
/** `user@host:~$`, `#`, `%`, `>`, `>>>`, `❯`: the line ends with it, so nothing is typed yet. */
const PROMPT = /[$#%>❯»]$/

export function readShellScreen(lines: readonly string[]): ScreenReading {
  const last = lines.findLast((line) => line.trim() !== '')?.trimEnd() ?? ''
  if (QUESTION.test(last))
    return { kind: 'dialog', dialog: { kind: 'other', text: cutText(last.trim(), TEXT_MAX_CHARS) } }
  return PROMPT.test(last) ? { kind: 'ready', draft: '', mode: null } : { kind: 'unclear' }
}
