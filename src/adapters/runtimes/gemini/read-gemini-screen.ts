// Gemini CLI's screen: the prompt stays visible while it works, so the line with its spinner decides. Dialogs are framed.
import type { ScreenReading } from '../../../core/agents/runtime.ts'
import { type DialogRow, readDialog } from '../read-dialog.ts'

const RULE = /^[─▀▄━]{20,}/
const PROMPT = /^ [>!*] ?/
/** `⠹ Executing Hook: ba (esc to cancel, 2s)`; what it says besides may be stale. */
const BUSY = /\(esc to cancel(, [^)]*)?\)|^ ?[⠀-⣿] /
const BUSY_DISTANCE_LINES = 6
/** Shown in an empty prompt; nobody typed it. */
const PLACEHOLDER = /^(Type your message or @path\/to\/file|Press '(Esc|i)' for (NORMAL|INSERT) mode\.)$/

const DIALOGS: readonly DialogRow[] = [
  {
    kind: 'trust',
    shows: /^Do you trust the (files in this folder|following folders)/,
    yes: /^Trust folder\b/,
  },
  {
    kind: 'login',
    shows: /How would you like to authenticate|Waiting for authentication|Enter Gemini API Key/,
  },
  { kind: 'quota', shows: /(usage|quota) limit|limit reached/i },
  { kind: 'permission', shows: /^(Allow execution|Apply this change|Allow .*\?|Do you want to proceed\?)/ },
  { kind: 'other', shows: /^● \d\. / },
]

export function readGeminiScreen(lines: readonly string[]): ScreenReading {
  const dialog = readDialog(DIALOGS, frameLines(lines))
  if (dialog !== undefined) return { kind: 'dialog', dialog }
  const ruleAt = lines.findLastIndex((line) => RULE.test(line))
  const promptAt = lines.findIndex((line, index) => index > ruleAt && PROMPT.test(line))
  if (ruleAt < 0 || promptAt < 0) return { kind: 'unclear' }
  const above = lines.slice(Math.max(0, ruleAt - BUSY_DISTANCE_LINES), ruleAt)
  if (above.some((line) => BUSY.test(line))) return { kind: 'working' }
  return {
    kind: 'ready',
    draft: readDraft(lines.slice(promptAt)),
    mode: readMode(lines.slice(promptAt + 1)),
  }
}

/** The lowest frame, when nothing is under it: a frame with a prompt below is a tool that is done. */
function frameLines(lines: readonly string[]): string[] {
  const end = lines.findLastIndex((line) => line.trim() !== '')
  const start = lines.findLastIndex((line, index) => index < end && /^ ?╭─/.test(line))
  if (start < 0 || !/^ ?╰─/.test(lines[end] ?? '')) return []
  return lines
    .slice(start + 1, end)
    .map((line) => line.replaceAll(/[│╭╮╰╯]|─{3,}/g, '').trim())
    .filter((line) => line !== '')
}

function readDraft([first = '', ...rest]: readonly string[]): string {
  const end = rest.findIndex((line) => !/^ {3}\S/.test(line))
  const typed = [first.slice(2), ...rest.slice(0, Math.max(0, end))].map((line) => line.trim()).join('\n')
  return PLACEHOLDER.test(typed.trim()) ? '' : typed.trim()
}

function readMode(hints: readonly string[]): 'insert' | 'normal' | null {
  if (hints.some((line) => line.startsWith(' [INSERT]'))) return 'insert'
  return hints.some((line) => line.startsWith(' [NORMAL]')) ? 'normal' : null
}
