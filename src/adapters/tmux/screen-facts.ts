// What tmux knows of a pane's screen besides its text. A tmux that does not know a field says nothing, which reads as no.
import { CmuxError } from '../../protocol/cmux-error.ts'

const FIELDS = [
  'pane_width',
  'pane_height',
  'history_size',
  'cursor_x',
  'cursor_y',
  'cursor_flag',
  'alternate_on',
  'keypad_cursor_flag',
  'keypad_flag',
  'insert_flag',
  'wrap_flag',
  'scroll_region_upper',
  'scroll_region_lower',
  'mouse_standard_flag',
  'mouse_button_flag',
  'mouse_all_flag',
  'mouse_utf8_flag',
  'mouse_sgr_flag',
  'bracket_paste_flag',
  'pane_in_mode',
] as const

export type ScreenFacts = Readonly<Record<(typeof FIELDS)[number], number>>

export const SCREEN_FACTS_FORMAT = FIELDS.map((field) => `#{${field}}`).join(',')

export function parseScreenFacts(line = ''): ScreenFacts {
  const values = line.split(',').map(Number)
  if (values.length !== FIELDS.length || values.includes(Number.NaN))
    throw new CmuxError('TERMINAL_REFUSED', `tmux describes a screen in a way we don't know: ${line}`)
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return Object.fromEntries(FIELDS.map((field, at) => [field, values[at] ?? 0])) as ScreenFacts
}
