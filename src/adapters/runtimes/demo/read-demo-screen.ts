// What the demo agent's screen says. Its last row tells which of its faces it shows; what scrolled up is only history.
import type { ScreenReading } from '../../../core/agents/runtime.ts'

const RULE = /^─{3,}$/
const FOOTER = /^ {2}demo · (ready|working…)/
const DIALOG_FOOTER = /^ Enter to confirm · Esc to cancel$/

export function readDemoScreen(lines: readonly string[]): ScreenReading {
  const last = lines.findLastIndex((line) => line.trim() !== '')
  const rows = lines.slice(0, last + 1).map((line) => line.trimEnd())
  const footer = rows.at(-1) ?? ''
  if (DIALOG_FOOTER.test(footer)) return readDialog(rows)
  const [, state] = FOOTER.exec(footer) ?? []
  if (state === undefined || !RULE.test(rows.at(-2) ?? '')) return { kind: 'unclear' }
  return state === 'ready' ? { kind: 'ready', draft: readDraft(rows), mode: null } : { kind: 'working' }
}

function readDialog(rows: readonly string[]): ScreenReading {
  const top = rows.findLastIndex((row) => RULE.test(row))
  const text = (rows[top + 2] ?? '').trim()
  return { kind: 'dialog', dialog: { kind: 'permission', text } }
}

/** Between the two rules: `❯ ` before the first line, two blanks before the others. */
function readDraft(rows: readonly string[]): string {
  const bottom = rows.length - 2
  const top = rows.slice(0, bottom).findLastIndex((row) => RULE.test(row))
  return rows
    .slice(top + 1, bottom)
    .map((row) => row.slice(2))
    .join('\n')
    .trim()
}
