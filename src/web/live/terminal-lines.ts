// Terminals on the stream's socket. Whoever looks at one goes on looking after a reconnect: it is opened again, and the whole
// screen comes first.
import type { AgentName } from '../../protocol/ids.ts'
import type { TerminalMessage, TerminalRequest } from '../../protocol/terminal.ts'

export interface TerminalSize {
  readonly cols: number
  readonly rows: number
}

export interface TerminalLine {
  /** False: there is no connection, and nothing or not all was sent. So for a paste. */
  type(bytes: Uint8Array): boolean
  paste(text: string): boolean
  /** Wants that size; the last who wants one has it. The next screen says what it is. */
  resize(size: TerminalSize): void
  /** The whole screen again, when what is shown can't be trusted any more. */
  refresh(): void
  close(): void
}

export interface TerminalListener {
  hear(message: TerminalMessage): void
  /** What is shown is not live until the next screen. */
  lose(): void
}

export interface TerminalLines {
  open(agent: AgentName, size: TerminalSize, listener: TerminalListener): TerminalLine
  hear(message: TerminalMessage): void
  lose(): void
  resume(): void
}

interface Open {
  /** What we asked for, or what somebody else made of it since: to look again must not resize. */
  size: TerminalSize
  readonly listener: TerminalListener
}

/** In base64 it must fit into the 64 KiB that the server takes at once. */
const PIECE_BYTES = 32 * 1024
/** What the server takes as one paste. */
const PASTE_CHARS = 16 * 1024

export function makeTerminalLines(send: (request: TerminalRequest) => boolean): TerminalLines {
  const open = new Map<AgentName, Open>()
  return {
    open(agent, size, listener) {
      const mine: Open = { size, listener }
      open.set(agent, mine)
      send({ term: 'open', agent, ...size })
      return {
        type: (bytes) => cut(bytes).every((base64) => send({ term: 'input', agent, base64 })),
        paste: (text) => cutText(text).every((piece) => send({ term: 'paste', agent, text: piece })),
        resize(next) {
          mine.size = next
          send({ term: 'resize', agent, ...next })
        },
        refresh: () => void send({ term: 'open', agent, ...mine.size }),
        close() {
          // Somebody else may look at the same one by now.
          if (open.get(agent) !== mine) return
          open.delete(agent)
          send({ term: 'close', agent })
        },
      }
    },
    hear(message) {
      const found = message.agent === null ? undefined : open.get(message.agent)
      if (found && message.term === 'screen') found.size = { cols: message.cols, rows: message.rows }
      found?.listener.hear(message)
    },
    lose() {
      for (const { listener } of open.values()) listener.lose()
    },
    resume() {
      for (const [agent, { size }] of open) send({ term: 'open', agent, ...size })
    },
  }
}

function cut(bytes: Uint8Array): string[] {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES))))
  return pieces
}

/** Never between the two halves of a character. */
function cutText(text: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length;) {
    const isWhole = !/[\ud800-\udbff]/.test(text[at + PASTE_CHARS - 1] ?? '')
    const end = at + PASTE_CHARS - (isWhole ? 0 : 1)
    pieces.push(text.slice(at, end))
    at = end
  }
  return pieces
}
