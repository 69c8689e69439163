// What stays the same when a fault happens again: the line without times, numbers, ids and addresses. Pure.

const FAULT_MAX_CHARS = 200
/** What is looked at of a line; a fault says what it is at its beginning. */
const LINE_MAX_CHARS = 1000

/** In this order: what is larger is taken out before its parts are. */
const VARIES: readonly (readonly [pattern: RegExp, word: string])[] = [
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/g, '<time>'],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, '<id>'],
  [/\b[a-z]{3}_[\da-hjkmnp-tv-z]{26}\b/g, '<id>'],
  // Requests are numbered in base 36, where the next after `req-z` is `req-10` and a number may have no digit in it.
  [/\b(req(?:uest)?[_-]?id"?\s*[:=]\s*"?)[\w-]+/gi, '$1<id>'],
  [/\breq-[\da-z]+\b/gi, '<id>'],
  [/\b0x[\da-f]+\b/gi, '<n>'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g, '<address>'],
  [/(?:[\da-f]{1,4}:){3,7}[\da-f]{1,4}\b/gi, '<address>'],
  // A sum or an id in hexadecimal has digits in it; a word has none.
  [/\b(?=[a-f]*\d)[\da-f]{7,}\b/gi, '<id>'],
  [/\d+(?:[.,]\d+)*/g, '<n>'],
  [/\s+/g, ' '],
]

export function nameFault(line: string): string {
  const short = line.slice(0, LINE_MAX_CHARS)
  const plain = VARIES.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), short)
  return plain.trim().slice(0, FAULT_MAX_CHARS)
}
