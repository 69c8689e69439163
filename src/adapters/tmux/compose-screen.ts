import type { Screen } from '../../core/terminals/terminals.ts'
import type { Look } from './capture-commands.ts'

export function composeScreen({ facts, rows }: Look): Screen {
  return {
    lines: rows.map((row) => row.trimEnd()),
    cursor: { x: facts.cursor_x, y: facts.cursor_y, visible: facts.cursor_flag === 1 },
    size: { cols: facts.pane_width, rows: facts.pane_height },
    alternate: facts.alternate_on === 1,
    inCopyMode: facts.pane_in_mode > 0,
  }
}
