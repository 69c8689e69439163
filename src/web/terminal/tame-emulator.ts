// Takes from the emulator everything that acts. The agent's real terminal is tmux's, and that one answers its questions; an
// answer of ours would be input that nobody typed. Colours, titles, links and the clipboard are the page's and the person's.
import type { IBufferNamespace, IFunctionIdentifier, IParser } from '@xterm/xterm'

/** Questions: who are you, where is the cursor, how big is the window, is this mode on. */
const CSI_UNHEARD: readonly IFunctionIdentifier[] = [
  { final: 'c' },
  { prefix: '>', final: 'c' },
  { final: 'n' },
  { prefix: '?', final: 'n' },
  { final: 't' },
  { intermediates: '$', final: 'p' },
  { prefix: '?', intermediates: '$', final: 'p' },
]
const DCS_UNHEARD: readonly IFunctionIdentifier[] = [{ intermediates: '$', final: 'q' }]
/** Titles, colours (they can also be asked for), links, the clipboard. */
const OSC_UNHEARD: readonly number[] = [0, 1, 2, 4, 8, 10, 11, 12, 52, 104, 110, 111, 112]

/** The mouse and the focus, told to the program: moves of a hand are nothing that was typed. */
const REPORTS: ReadonlySet<unknown> = new Set([9, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016])

/** The emulator does these as often as it is told, and a number may be two billions: the page would stand still for hours. */
const REPEATING: readonly (readonly [final: string, most: 'rows' | 'cols'])[] = [
  ['L', 'rows'],
  ['M', 'rows'],
  ['S', 'rows'],
  ['T', 'rows'],
  ['I', 'cols'],
  ['Z', 'cols'],
  ['b', 'cols'],
]

interface Emulator {
  readonly parser: IParser
  readonly buffer: IBufferNamespace
  readonly cols: number
  readonly rows: number
}

/** `onDoubt`: something was left out that changes the screen; only a fresh one shows what is true. */
export function tameEmulator(emulator: Emulator, onDoubt: () => void): void {
  const { parser } = emulator
  const leaveOut = (isLeftOut: boolean) => {
    if (isLeftOut) onDoubt()
    return isLeftOut
  }
  for (const id of CSI_UNHEARD) parser.registerCsiHandler(id, () => true)
  for (const id of DCS_UNHEARD) parser.registerDcsHandler(id, () => true)
  for (const id of OSC_UNHEARD) parser.registerOscHandler(id, () => true)
  for (const [final, most] of REPEATING)
    parser.registerCsiHandler({ final }, ([times]) => leaveOut(Number(times) > emulator[most]))
  parser.registerCsiHandler({ prefix: '?', final: 'h' }, (modes) => {
    const reports = modes.filter((mode) => REPORTS.has(mode))
    return reports.length > 0 && (reports.length === modes.length || leaveOut(true))
  })
  for (const prefix of ['', '?'])
    parser.registerCsiHandler({ prefix, final: 'J' }, ([part]) => leaveOut(part === 1 && isAtEnd(emulator)))
}

/** There xterm 6.0 reaches for the line below when it erases to the left, finds none, and never reads on. */
function isAtEnd({ buffer, cols }: Emulator): boolean {
  const { cursorX, cursorY, length } = buffer.active
  return cursorX + 1 >= cols && cursorY + 1 >= length
}
