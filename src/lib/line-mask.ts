// Masks a text that comes in pieces, line by line: a piece may end in the middle of a secret. A private key is held until its end.
import type { Mask } from './mask.ts'

export interface LineMask {
  /** What can be given away by now. */
  push(piece: string): string
  /** The beginning of a line, too, when nothing has come for a while: a person may wait for it. */
  settle(): string
  end(): string
  /** What is held, as it came: from now on another one looks after it. */
  release(): string
}

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/
/** No line and no key is longer; what is, is given away in parts. */
const HELD_MAX_CHARS = 64 * 1024

export function makeLineMask(mask: Mask): LineMask {
  let held = ''
  const release = () => {
    const rest = held
    held = ''
    return rest
  }
  const give = () => mask.text(release())
  return {
    push(piece) {
      held += piece
      const ready = held.slice(0, readyLength(held))
      held = held.slice(ready.length)
      return mask.text(ready)
    },
    settle: () => (hasOpenKey(held) ? '' : give()),
    end: give,
    release,
  }
}

/** Where a text goes on after a private key whose beginning it does not have; 0 when it does not begin in one. */
export function endOfCutKey(text: string): number {
  const end = END.exec(text)
  if (!end) return 0
  const begin = text.search(BEGIN)
  return begin !== -1 && begin < end.index ? 0 : end.index + end[0].length
}

function readyLength(held: string): number {
  const lines = held.lastIndexOf('\n') + 1
  const ready = hasOpenKey(held) ? Math.min(lines, held.search(BEGIN)) : lines
  return held.length - ready > HELD_MAX_CHARS ? held.length : ready
}

function hasOpenKey(held: string): boolean {
  const begin = held.search(BEGIN)
  return begin !== -1 && !END.test(held.slice(begin))
}
