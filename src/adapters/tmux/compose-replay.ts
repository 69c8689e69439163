// From rows with colours, as tmux captures them, to what an emulator must be fed to show the same.
import type { ScreenFacts } from './screen-facts.ts'

const RESET = '\u001b[0m'
// oxlint-disable-next-line no-control-regex -- the escape is what it looks for
const SGR = /\u001b\[([\d;:]*)m/g

/** Modes that change what a terminal sends or shows, and tmux's word for each. */
const MODES: readonly (readonly [field: keyof ScreenFacts, on: string])[] = [
  ['keypad_cursor_flag', '\u001b[?1h'],
  ['keypad_flag', '\u001b='],
  ['insert_flag', '\u001b[4h'],
  ['mouse_standard_flag', '\u001b[?1000h'],
  ['mouse_button_flag', '\u001b[?1002h'],
  ['mouse_all_flag', '\u001b[?1003h'],
  ['mouse_utf8_flag', '\u001b[?1005h'],
  ['mouse_sgr_flag', '\u001b[?1006h'],
  ['bracket_paste_flag', '\u001b[?2004h'],
]

/**
 * Every row ends with a new line: an emulator then wraps nothing by itself, and shows row by row what tmux shows. `rows` are
 * the scrollback and the screen.
 */
export function composeReplay(facts: ScreenFacts, rows: readonly string[]): string {
  const split = rows.length - facts.pane_height
  const [scrollback, screen] = [rows.slice(0, split), rows.slice(split)]
  // A full-screen program has the other screen; scrollback belongs to the first.
  const text = facts.alternate_on
    ? `${joinRows(scrollback)}${RESET}\u001b[?1049h\u001b[H${joinRows(screen)}`
    : joinRows(rows)
  return `\u001bc${text}${RESET}${composeState(facts)}`
}

function composeState(facts: ScreenFacts): string {
  const { scroll_region_upper: upper, scroll_region_lower: lower, pane_height: height } = facts
  const region = upper > 0 || lower < height - 1 ? `\u001b[${upper + 1};${lower + 1}r` : ''
  const modes = MODES.map(([field, on]) => (facts[field] ? on : '')).join('')
  const wrap = facts.wrap_flag ? '' : '\u001b[?7l'
  const cursor = `\u001b[${facts.cursor_y + 1};${facts.cursor_x + 1}H`
  return `${region}${modes}${wrap}${cursor}${facts.cursor_flag ? '' : '\u001b[?25l'}`
}

/** A new line takes on the background that is set; tmux's rows don't mean that, so it is off between them. */
function joinRows(rows: readonly string[]): string {
  let background = ''
  return rows
    .map((row) => {
      const start = background && `\u001b[${background}m`
      for (const [, codes = ''] of row.matchAll(SGR)) background = followBackground(background, codes)
      return `${start}${row}${background && '\u001b[49m'}`
    })
    .join('\r\n')
}

function followBackground(before: string, codes: string): string {
  let background = before
  const rest = codes.split(/[;:]/)
  while (rest.length > 0) {
    const code = Number(rest.shift())
    const isLong = code === 38 || code === 48 || code === 58
    const colour = isLong ? rest.splice(0, rest[0] === '5' ? 2 : 4) : []
    if (code === 0 || code === 49) background = ''
    else if (isLong) background = code === 48 ? ['48', ...colour].join(';') : background
    else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) background = String(code)
  }
  return background
}
