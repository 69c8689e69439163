// What comes over an agent's line, into the emulator: the whole screen in the size that the pane has, bytes after it, and
// words when there is nothing to show.
import type { Terminal } from '@xterm/xterm'
import type { TerminalMessage } from '../../protocol/terminal.ts'
import type { TerminalListener } from '../live/terminal-lines.ts'
import type { Flow } from './flow.ts'
import type { Seen } from './seen.ts'
import { makeTextTamer } from './make-text-tamer.ts'

export interface Receiver extends TerminalListener {
  /** Something was sent right now. */
  typed(): void
}

/** What left so shortly before the end may not have arrived. */
const IN_DOUBT_MS = 1000

type Screen = Extract<TerminalMessage, { term: 'screen' }>

export function makeReceiver(xterm: Terminal, flow: Flow, change: (seen: Partial<Seen>) => void): Receiver {
  let tame = makeTextTamer()
  let typedAtMs = -Infinity
  let isRefused = false
  let isLost = false
  const show = (screen: Screen) => {
    const { viewportY, baseY } = xterm.buffer.active
    const readAt = viewportY < baseY ? viewportY : undefined
    if (screen.cols !== xterm.cols || screen.rows !== xterm.rows) xterm.resize(screen.cols, screen.rows)
    // What was left half of a character belongs to what is gone now.
    tame = makeTextTamer()
    flow.screen(tame(bytesOf(screen.base64)), () => readAt !== undefined && xterm.scrollToLine(readAt))
  }
  return {
    typed: () => (typedAtMs = performance.now()),
    hear(message) {
      if (message.term === 'screen') show(message)
      else if (message.term === 'data') flow.data(() => tame(bytesOf(message.base64)))
      else if (message.term === 'closed') change({ phase: { kind: 'closed', reason: message.reason } })
      else change({ phase: { kind: 'refused', message: message.message, hint: message.hint } })
      const isShown = message.term === 'screen' || (message.term === 'data' && isRefused)
      if (isShown) change({ phase: { kind: 'live' } })
      isRefused = message.term === 'error'
      isLost = false
    },
    lose() {
      flow.lose()
      // Told again with every try to connect.
      if (isLost) return
      isLost = true
      const isInDoubt = performance.now() - typedAtMs < IN_DOUBT_MS
      change({
        phase: { kind: 'lost', sinceMs: Date.now() },
        ...(isInDoubt && { unsent: 'maybe' as const }),
      })
    },
  }
}

function bytesOf(base64: string): Uint8Array {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}
