// What a program printed, as text for the emulator: without marks that turn a line around, and with a bound on marks that pile
// up on one character. Whole megabytes of them in one cell would stop the page when it is drawn.
import { removeDirectionMarks } from '../../lib/remove-direction-marks.ts'

const MARKS_MAX = 8
/** What takes no room of its own: accents, joiners, invisible ones, and the vowels of Korean syllables. */
const PILES = /[\p{M}\p{Cf}\u115f-\u11ff]+/gu
// oxlint-disable-next-line no-control-regex -- all of ASCII is meant
const PLAIN = /^[\u0000-\u007f]*$/

/** A piece may end in the middle of a character, or of a pile. */
export function makeTextTamer(): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let piled = 0
  return (bytes) => {
    const text = decoder.decode(bytes, { stream: true })
    if (text === '') return text
    const before = piled
    piled = 0
    if (PLAIN.test(text)) return text
    const straight = removeDirectionMarks(text)
    return straight.replaceAll(PILES, (pile: string, at: number) => {
      const already = at === 0 ? before : 0
      if (at + pile.length === straight.length) piled = already + pile.length
      return firstOf(pile, MARKS_MAX - already)
    })
  }
}

function firstOf(pile: string, count: number): string {
  let kept = ''
  let left = count
  for (const mark of pile) {
    if (left <= 0) break
    kept += mark
    left -= 1
  }
  return kept
}
