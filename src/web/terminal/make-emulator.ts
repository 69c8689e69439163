// xterm.js, set so that what it shows can't act: see tame-emulator.ts. Drawn by the graphics card where there is one.
import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { WebglAddon } from '@xterm/addon-webgl'
import { Terminal } from '@xterm/xterm'
import { tameEmulator } from './tame-emulator.ts'

export interface Emulator {
  readonly xterm: Terminal
  readonly fit: FitAddon
  readonly search: SearchAddon
}

const SCROLLBACK_LINES = 5000
const FONT_PIXELS = 13
/** What people with good eyes need to read small text; the same that the page keeps to. */
const CONTRAST_MIN = 4.5

export function makeEmulator(box: HTMLElement, label: string, onDoubt: () => void): Emulator {
  const xterm = new Terminal({
    // For the search, which marks what it found.
    allowProposedApi: true,
    altClickMovesCursor: false,
    cursorInactiveStyle: 'outline',
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
    fontSize: FONT_PIXELS,
    linkHandler: { activate: () => undefined },
    // It would tell the console of every sequence that it does not know.
    logLevel: 'off',
    minimumContrastRatio: CONTRAST_MIN,
    scrollback: SCROLLBACK_LINES,
    windowOptions: {},
  })
  tameEmulator(xterm, onDoubt)
  const [fit, search] = [new FitAddon(), new SearchAddon()]
  xterm.loadAddon(fit)
  xterm.loadAddon(search)
  xterm.open(box)
  xterm.textarea?.setAttribute('aria-label', label)
  // A full-screen program has nothing to scroll here, and a wheel is no arrow key.
  xterm.attachCustomWheelEventHandler(() => xterm.buffer.active.type === 'normal')
  drawFast(xterm, box)
  return { xterm, fit, search }
}

/** Without a graphics card, or once it is lost, the browser's own text does: slower, and as good. */
function drawFast(xterm: Terminal, box: HTMLElement): void {
  box.dataset['drawnBy'] = 'text'
  const canvas = document.createElement('canvas')
  const probe = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: true })
  if (!probe) return
  probe.getExtension('WEBGL_lose_context')?.loseContext()
  const addon = new WebglAddon()
  const giveUp = () => {
    addon.dispose()
    box.dataset['drawnBy'] = 'text'
  }
  addon.onContextLoss(giveUp)
  try {
    xterm.loadAddon(addon)
    box.dataset['drawnBy'] = 'graphics'
  } catch {
    giveUp()
  }
}
