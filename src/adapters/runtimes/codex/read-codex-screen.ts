// Codex's screen: the prompt is the lowest line with `›`, and stays visible while it works; only the line above it tells.
import type { ScreenReading } from '../../../core/agents/runtime.ts'
import { type DialogRow, readDialog } from '../read-dialog.ts'

const PROMPT = /^›(\s|$)/
const CHOICE = /^[›>] \d\. /
/** `• Working (2s • esc to interrupt)`, `• Compacting context (2s • esc to interrupt)`. */
const BUSY = /^[•◦] .*\(.*\besc to interrupt\)/
const BUSY_DISTANCE_LINES = 12
/** Shown in an empty prompt; nobody typed it. */
const PLACEHOLDER = 'Ask Codex to do anything'

const DIALOGS: readonly DialogRow[] = [
  {
    kind: 'trust',
    yes: /^(Trust and continue|Yes, continue)/,
    shows:
      /^Folder access|Trust this folder\?|Hooks need review|Do you trust the contents of this directory|You are (in|running Codex in) /,
  },
  { kind: 'login', shows: /Sign in with ChatGPT/ },
  { kind: 'update', shows: /Update available|^Meet |Try new model/ },
  { kind: 'quota', shows: /usage limit|rate limit/i },
  { kind: 'permission', shows: /^Would you like to /i },
  { kind: 'question', shows: /^Where should the new conversation run\?/ },
  { kind: 'other', shows: /^Press enter to (confirm|continue)|^enter(\/esc)? (confirm|select)/i },
]

export function readCodexScreen(lines: readonly string[]): ScreenReading {
  const dialogStart = lines.findLastIndex((line) => CHOICE.test(line))
  const promptAt = lines.findLastIndex((line) => PROMPT.test(line) && !CHOICE.test(line))
  if (dialogStart > promptAt) {
    const dialog = readDialog(DIALOGS, dialogLines(lines, promptAt))
    return dialog === undefined ? { kind: 'unclear' } : { kind: 'dialog', dialog }
  }
  if (promptAt < 0) return { kind: 'unclear' }
  const above = lines.slice(Math.max(0, promptAt - BUSY_DISTANCE_LINES), promptAt)
  if (above.some((line) => BUSY.test(line))) return { kind: 'working' }
  return { kind: 'ready', draft: readDraft(lines.slice(promptAt)), mode: null }
}

/** What was typed ends with a blank line; under it are the hints. */
function readDraft(lines: readonly string[]): string {
  const end = lines.findIndex((line) => line.trim() === '')
  const [first = '', ...rest] = end < 0 ? lines : lines.slice(0, end)
  const typed = [first.slice(1), ...rest]
    .map((line) => line.trim())
    .join('\n')
    .trim()
  return typed === PLACEHOLDER ? '' : typed
}

/** Everything under the last prompt that was sent, but for the line that names the tool. */
function dialogLines(lines: readonly string[], promptAt: number): string[] {
  return lines
    .slice(promptAt + 1)
    .filter((line) => !/^[•◦] /.test(line))
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
