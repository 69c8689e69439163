// Masks a text that comes in pieces, line by line: a piece may end in the middle of a secret. A private key is held until its end.
import type { Mask } from './mask.ts'

export interface LineMask {
  /** What can be given away by now. */
  push(piece: string): string
  end(): string
}

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/
/** No line and no key is longer; what is, is given away in parts. */
const HELD_MAX_CHARS = 64 * 1024

export function makeLineMask(mask: Mask): LineMask {
  let held = ''
  return {
    push(piece) {
      held += piece
      const ready = held.slice(0, readyLength(held))
      held = held.slice(ready.length)
      return mask.text(ready)
    },
    end() {
      const rest = held
      held = ''
      return mask.text(rest)
    },
  }
}

function readyLength(held: string): number {
  const lines = held.lastIndexOf('\n') + 1
  const begin = held.search(BEGIN)
  const isOpen = begin !== -1 && !END.test(held.slice(begin))
  const ready = isOpen ? Math.min(lines, begin) : lines
  return held.length - ready > HELD_MAX_CHARS ? held.length : ready
}
