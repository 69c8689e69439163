// Claude Code's screen: a prompt between two rules with a line of hints under it, or a dialog in its place.
import type { ScreenReading } from '../../../core/agents/runtime.ts'
import { type DialogRow, readDialog } from '../read-dialog.ts'

const RULE = /^─{20,}/
const PROMPT = /^❯(\s|$)/
const BUSY_HINT = /\besc to interrupt\b/
/** `✽ Shimmying… (3s · ↓ 56 tokens)`: seen when the hints are cut off in a narrow pane. */
const SPINNER = /^[·✢✳✶✻✽*] \S.*…/
const SPINNER_DISTANCE_LINES = 8
/** Shown in an empty prompt; nobody typed it. */
const PLACEHOLDER = /^(Try "|Press up to edit queued messages)/

const DIALOGS: readonly DialogRow[] = [
  {
    kind: 'trust',
    shows: /Yes, I trust this folder|Is this a project you created or one you trust/,
    yes: /^Yes, I trust this folder$/,
  },
  { kind: 'login', shows: /Do you want to use this API key/, yes: /^Yes$/ },
  { kind: 'login', shows: /Select login method|Paste code here/ },
  { kind: 'onboarding', shows: /Unable to connect to Anthropic|Choose the text style|Security notes:/ },
  { kind: 'quota', shows: /limit reached|reached your .*limit|usage limit/i },
  { kind: 'permission', shows: /^Do you want to .*\?$|^Would you like to proceed\?/ },
  { kind: 'question', shows: /^Enter to select/ },
  { kind: 'other', shows: /\bEsc to cancel\b|^Enter to confirm/ },
]

export function readClaudeScreen(lines: readonly string[]): ScreenReading {
  const prompt = findPrompt(lines)
  if (prompt === undefined) {
    const dialog = readDialog(DIALOGS, dialogLines(lines))
    return dialog === undefined ? { kind: 'unclear' } : { kind: 'dialog', dialog }
  }
  const hints = lines.slice(prompt.end + 1).join(' ')
  const above = lines.slice(Math.max(0, prompt.start - SPINNER_DISTANCE_LINES), prompt.start)
  if (BUSY_HINT.test(hints) || above.some((line) => SPINNER.test(line))) return { kind: 'working' }
  return { kind: 'ready', draft: readDraft(lines.slice(prompt.start + 1, prompt.end)), mode: readMode(hints) }
}

/** The rules around the lowest prompt; a dialog has rules too, but no prompt right under one. */
function findPrompt(lines: readonly string[]): { start: number; end: number } | undefined {
  const end = lines.findLastIndex((line) => RULE.test(line))
  const start = lines.findLastIndex((line, index) => index < end && RULE.test(line))
  return start >= 0 && PROMPT.test(lines[start + 1] ?? '') ? { start, end } : undefined
}

function readDraft([first = '', ...rest]: readonly string[]): string {
  const typed = [first.slice(1), ...rest]
    .map((line) => line.trim())
    .join('\n')
    .trim()
  return PLACEHOLDER.test(typed) ? '' : typed
}

function readMode(hints: string): 'insert' | 'normal' | null {
  if (hints.includes('-- INSERT --')) return 'insert'
  return /-- (NORMAL|VISUAL( LINE)?) --/.test(hints) ? 'normal' : null
}

/** From the rule that opens the dialog on. A question has a second rule inside, before its last answers. */
function dialogLines(lines: readonly string[]): string[] {
  const rules = lines.flatMap((line, index) => (RULE.test(line) ? [index] : []))
  const last = rules.at(-1) ?? -1
  const isInside = lines.slice(last + 1).some((line) => /^\s*\d\. Chat about this/.test(line))
  const start = isInside ? (rules.at(-2) ?? last) : last
  return lines
    .slice(start + 1)
    .filter((line) => !/^[─╌]{20,}/.test(line))
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** `✽ Shimmying… (12s · ↓ 1.2k tokens)`: the verb and the seconds move by themselves, the tokens as they come. */
export function readClaudeTokens(lines: readonly string[]): number | null {
  const spinner = lines.findLast((line) => SPINNER.test(line)) ?? ''
  const [, count, unit] = /[↓↑] ([\d.,]+)(k?) tokens/.exec(spinner) ?? []
  return count === undefined ? null : Number(count.replaceAll(',', '')) * (unit === 'k' ? 1000 : 1)
}
