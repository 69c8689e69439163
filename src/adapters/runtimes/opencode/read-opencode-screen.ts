// OpenCode's screen: the prompt is the lowest block with a bar at its left; the line of hints under it says whether it works.
import type { ScreenReading } from '../../../core/agents/runtime.ts'
import { type DialogRow, readDialog } from '../read-dialog.ts'

const BAR = /^\s*┃/
/** The lower edge of the prompt. */
const EDGE = /^\s*╹▀{10,}/
const BUSY = /\besc( again to)? interrupt\b/
/** Shown in an empty prompt; nobody typed it. */
const PLACEHOLDER = /^Ask anything…/

const DIALOGS: readonly DialogRow[] = [
  { kind: 'permission', shows: /^△ (Permission required|Always allow|Reject permission)/ },
  { kind: 'question', shows: /enter submit|⇆ tab\s.*enter (confirm|submit)/ },
  { kind: 'other', shows: /\benter confirm\b/ },
]

export function readOpencodeScreen(lines: readonly string[]): ScreenReading {
  const edge = lines.findLastIndex((line) => EDGE.test(line))
  if (edge < 0) {
    const dialog = readDialog(DIALOGS, barLines(lines, lines.findLastIndex((line) => BAR.test(line)) + 1))
    return dialog === undefined ? { kind: 'unclear' } : { kind: 'dialog', dialog }
  }
  if (lines.slice(edge + 1).some((line) => BUSY.test(line))) return { kind: 'working' }
  // The last line in the prompt names mode and model.
  const typed = barLines(lines, edge).slice(0, -1).join('\n').trim()
  return { kind: 'ready', draft: PLACEHOLDER.test(typed) ? '' : typed, mode: null }
}

/** What stands beside the bar that ends above `end`. */
function barLines(lines: readonly string[], end: number): string[] {
  const start = lines.findLastIndex((line, index) => index < end && !BAR.test(line)) + 1
  return lines
    .slice(start, end)
    .map((line) => line.replace(BAR, '').trim())
    .filter((line) => line !== '')
}
