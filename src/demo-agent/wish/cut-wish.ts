// Cuts a wish in plain words into a few pieces of work: lines, list items and sentences; a single sentence at its "and". Pure.
import { splitLines } from '../../lib/quote-lines.ts'

const PIECES_MAX = 4
const LIST_MARK = /^(?:[-*•·]|\d{1,3}[.)])\s+/
/** Scripts that write without blanks end a sentence without one, too. */
const SENTENCE_END = /(?<=[.!?;])\s+|(?<=[。！？；])/u
const AND = /,?\s+and\s+(?:then\s+)?|,\s+then\s+/i
/** What begins like this goes on with the verb of the first piece. */
const OBJECT = /^(?:an?|the|some|another|its?|their|one|two|three)\s/i
const SOMETHING = /[\p{L}\p{N}\p{S}]/u

/** Nothing when there is nothing to be read in it. */
export function cutWish(text: string): string[] {
  const sentences = splitLines(text).flatMap((line) => cutLine(line.trim().replace(LIST_MARK, '')))
  const pieces = sentences.length > 1 ? sentences : sentences.flatMap(cutSentence)
  if (pieces.length <= PIECES_MAX) return pieces
  return [...pieces.slice(0, PIECES_MAX - 1), pieces.slice(PIECES_MAX - 1).join(' ')]
}

/** A word of its own ("Hi!") is no work: it stays with what follows. */
function cutLine(line: string): string[] {
  const sentences: string[] = []
  let start = ''
  for (const part of line.split(SENTENCE_END)) {
    const sentence = `${start}${part}`.trim()
    const isWord = !/\s/.test(sentence) && sentence.length < 20
    start = isWord ? `${sentence} ` : ''
    if (!isWord && SOMETHING.test(sentence)) sentences.push(sentence)
  }
  return SOMETHING.test(start) ? [...sentences, start.trim()] : sentences
}

function cutSentence(sentence: string): string[] {
  const parts = sentence.split(AND).filter((part) => SOMETHING.test(part))
  const [verb = ''] = (parts[0] ?? '').split(/\s/, 1)
  return parts.map((part, index) => (index > 0 && OBJECT.test(part) ? `${verb} ${part}` : part))
}
