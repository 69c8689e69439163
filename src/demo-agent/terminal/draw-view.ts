// The lower part of the screen, which changes in place: the prompt with what is typed and a footer, or a dialog. Pure.

export type View =
  | { readonly kind: 'prompt'; readonly draft: string; readonly working: boolean; readonly waiting: number }
  | { readonly kind: 'dialog'; readonly title: string; readonly text: string; readonly choice: number }

export interface Drawing {
  readonly rows: readonly string[]
  /** Where the cursor stands. */
  readonly row: number
  readonly column: number
}

export const CHOICES = ['Yes', 'No']
const RULE_MAX_COLUMNS = 60
const DRAFT_MAX_ROWS = 8

export function drawView(view: View, columns: number): Drawing {
  // One column is left free: a full row would make the terminal begin another.
  const room = Math.max(1, columns - 1)
  const rule = '─'.repeat(Math.min(room, RULE_MAX_COLUMNS))
  const { rows, row } = view.kind === 'prompt' ? drawPrompt(view, rule) : drawDialog(view, rule)
  const cut = rows.map((text) => cutToWidth(text, room))
  return { rows: cut, row, column: widthOf(cut[row] ?? '') }
}

function drawPrompt({ draft, working, waiting }: View & { kind: 'prompt' }, rule: string) {
  const lines = draft.split('\n')
  const hidden = Math.max(0, lines.length - DRAFT_MAX_ROWS)
  const shown = lines.slice(hidden).map((line, index) => `${index === 0 ? '❯' : ' '} ${line}`)
  const above = hidden > 0 ? [`  … ${hidden} more lines above`] : []
  const state = working ? 'working… (esc to interrupt)' : 'ready'
  const footer = `  demo · ${state}${waiting > 0 ? ` · ${waiting} waiting` : ''}`
  return { rows: [rule, ...above, ...shown, rule, footer], row: above.length + shown.length }
}

function drawDialog({ title, text, choice }: View & { kind: 'dialog' }, rule: string) {
  const choices = CHOICES.map((label, index) => ` ${index === choice ? '❯' : ' '} ${index + 1}. ${label}`)
  const rows = [rule, ` ${title}`, `   ${text.replaceAll('\n', ' ')}`, ' Do you want to proceed?', ...choices]
  return { rows: [...rows, ' Enter to confirm · Esc to cancel'], row: 4 + choice }
}

/** Wide characters take two columns; taking a few more of them for wide only cuts earlier. */
function widthOf(text: string): number {
  let width = 0
  for (const char of text) width += charWidth(char)
  return width
}

function cutToWidth(text: string, room: number): string {
  let width = 0
  let end = 0
  for (const char of text) {
    width += charWidth(char)
    if (width > room) return text.slice(0, end)
    end += char.length
  }
  return text
}

function charWidth(char: string): number {
  const code = char.codePointAt(0) ?? 0
  return code < 0x1100 || (code >= 0x2010 && code < 0x2e80) ? 1 : 2
}
