// A prompt as letters: cmux writes a head above each message and a mark before each of its lines, so that no sender can pose as
// somebody else. What was typed is a letter without a head.
import { QUOTE } from '../lib/quote-lines.ts'

export interface Letter {
  readonly head: Head | undefined
  /** The sender's words, without the mark. */
  readonly lines: readonly string[]
}

interface Head {
  readonly from: string
  readonly trust: string
  readonly id: string
}

/** All of it: the subject at its end is the sender's own, and may look like anything. */
const HEAD = /^\d+ of \d+ · from: (\S+) \(([a-z]+)\) · id: (\S+) · sent: \S+(?: · subject: .*)?$/
const END = /^\[end of cmux mail /

export function readLetters(prompt: string): Letter[] {
  const letters: { head: Head | undefined; lines: string[] }[] = [{ head: undefined, lines: [] }]
  for (const line of prompt.split('\n')) {
    const [, from, trust, id] = HEAD.exec(line) ?? []
    const last = letters.at(-1)
    if (from !== undefined && trust !== undefined && id !== undefined)
      letters.push({ head: { from, trust, id }, lines: [] })
    else if (END.test(line)) letters.push({ head: undefined, lines: [] })
    else if (line.startsWith(QUOTE)) last?.lines.push(line.slice(QUOTE.length))
    // What stands below a head without the mark is cmux's own word.
    else if (last && !last.head) last.lines.push(line)
  }
  return letters
}
