// Finds the lines of a piece of a log that tell of a fault, and says how far the piece is dealt with. Pure; it meets every byte of
// every log, so lines are cut out only where something was found.

/** Whether the place is inside of a line: not, in one that has nothing so far, or in one that is found already. */
export type InLine = 'no' | 'open' | 'found'

/** A line, and where in it the word stands. */
export interface Find {
  readonly text: string
  readonly at: number
}

export interface Scan {
  /** A line each. */
  readonly finds: readonly Find[]
  /** How much of the piece is dealt with. */
  readonly consumed: number
  readonly inLine: InLine
}

export interface Matcher {
  /** Where the next find is, or -1. */
  search(text: string, from: number): number
  isIgnored(line: string): boolean
}

/** A line without an end is looked at in pieces; a word that is cut in two is found in the next one. */
const OVERLAP_CHARS = 256

const AROUND_CHARS = 2000

/** `isFull`: the piece is as long as pieces get, so a line that fills it is not waited for. */
export function scanText(text: string, inLine: InLine, isFull: boolean, matcher: Matcher): Scan {
  const begin = inLine === 'found' ? text.indexOf('\n') + 1 : 0
  if (inLine === 'found' && begin === 0) return { finds: [], consumed: text.length, inLine }
  const end = text.lastIndexOf('\n') + 1
  if (end <= begin && isFull && begin === 0) return scanEndless(text, matcher)
  if (end <= begin)
    return { finds: [], consumed: begin, inLine: begin === 0 && inLine === 'open' ? 'open' : 'no' }
  const finds: Find[] = []
  for (let at = matcher.search(text, begin); at >= 0 && at < end;) {
    const from = at === 0 ? 0 : Math.max(begin, text.lastIndexOf('\n', at - 1) + 1)
    const to = text.indexOf('\n', at)
    const line = text.slice(from, to)
    if (!matcher.isIgnored(line)) finds.push(cutFind(line, at - from))
    at = matcher.search(text, to + 1)
  }
  return { finds, consumed: end, inLine: 'no' }
}

function scanEndless(text: string, matcher: Matcher): Scan {
  const at = matcher.search(text, 0)
  if (at >= 0 && !matcher.isIgnored(text))
    return { finds: [cutFind(text, at)], consumed: text.length, inLine: 'found' }
  return { finds: [], consumed: text.length - OVERLAP_CHARS, inLine: 'open' }
}

/** Of a long line, what stands around it: more than is shown, so that no secret is cut in two where it is seen. */
export function cutFind(line: string, at: number): Find {
  const from = Math.max(0, at - AROUND_CHARS)
  return { text: line.slice(from, at + AROUND_CHARS), at: at - from }
}

/** Plain words, so that nothing a project writes can make a search slow. */
export function makeMatcher(patterns: readonly string[], ignore: readonly string[]): Matcher {
  // Logs are read as bytes; so are words.
  const words = patterns.filter((word) => word !== '').map(bytesOf)
  const ignored = ignore.filter((word) => word !== '').map(bytesOf)
  if (words.length === 0) return { search: () => -1, isIgnored: () => false }
  const any = new RegExp(words.map(escape).join('|'), 'g')
  return {
    search(text, from) {
      any.lastIndex = from
      return any.exec(text)?.index ?? -1
    },
    isIgnored: (line) => ignored.some((word) => line.includes(word)),
  }
}

const bytesOf = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))

const escape = (word: string) => word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
