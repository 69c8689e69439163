// The terminal: what is printed scrolls up and stays, and below it the view is drawn anew in place.
import { printable } from '../../lib/printable.ts'
import { drawView, type View } from './draw-view.ts'

export interface Screen {
  print(text: string): void
  show(view: View): void
  clear(): void
  /** Leaves the terminal as it was, with what was printed. */
  close(): void
}

export interface Output {
  write(text: string): unknown
  readonly columns?: number
}

const PASTES_ON = '\x1b[?2004h'
const PASTES_OFF = '\x1b[?2004l'
const CLEAR_ALL = '\x1b[2J\x1b[3J\x1b[H'
const DEFAULT_COLUMNS = 80

export function openScreen(output: Output): Screen {
  let view: View | undefined
  let cursorRow = 0
  const erase = () => `${cursorRow > 0 ? `\x1b[${cursorRow}A` : ''}\r\x1b[J`
  const draw = () => {
    if (!view) return ''
    const { rows, row, column } = drawView(view, output.columns ?? DEFAULT_COLUMNS)
    cursorRow = row
    const up = rows.length - 1 - row
    const back = `${up > 0 ? `\x1b[${up}A` : ''}\r${column > 0 ? `\x1b[${column}C` : ''}`
    return rows.map((text) => printable(text)).join('\n') + back
  }
  output.write(PASTES_ON)
  return {
    // In one piece, so that nobody sees the screen without its footer.
    print(text) {
      output.write(`${erase()}${printable(text)}\n${draw()}`)
    },
    show(next) {
      const erased = erase()
      view = next
      output.write(erased + draw())
    },
    clear() {
      cursorRow = 0
      output.write(CLEAR_ALL + draw())
    },
    close() {
      output.write(erase() + PASTES_OFF)
      view = undefined
      cursorRow = 0
    },
  }
}
