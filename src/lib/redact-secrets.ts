// Replaces what looks like a credential. Every sink that outlives a request (logs, journal, crash reports) goes through it.
import { maskNamedSecrets } from './named-secrets.ts'
import { maskVendorSecrets } from './vendor-secrets.ts'

const SHOWN = '[redacted private key]'
/**
 * Between the lines of a key: also as JSON, as a diff and as a quotation write it. No quotes, since a text may be JSON, and has to
 * stay JSON.
 */
const GAP = String.raw`(?:[\s>|#*]|\\{1,7}[nrt]|[+-](?!-))*`
const END = String.raw`-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----`
/** RFC 7468 and RFC 9580: headers, then lines of base64. Whole, or as much as there is of it. */
const PRIVATE_KEY = new RegExp(
  String.raw`-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----${GAP}` +
    String.raw`(?:[A-Za-z-]{1,40}: [^\r\n\\]{0,200}(?:\r|\n|\\{1,7}[rn])${GAP}){0,5}` +
    String.raw`(?:(?:[A-Za-z0-9+/]{24,}={0,2}${GAP})+[A-Za-z0-9+/=]{0,80}|[A-Za-z0-9+/=]{1,80}(?=${GAP}-----END))` +
    String.raw`(?:${GAP}${END})?`,
  'g',
)
/** The format of PuTTY: appendix C of its manual. */
const PUTTY_KEY = /(Private-Lines: \d{1,4})(?:(?:\s|\\{1,7}[nr])+[A-Za-z0-9+/]{16,}={0,2})+/g
const KEY_LINE = /^[\s>|#*-]{0,20}[A-Za-z0-9+/]{24,}={0,2}\s{0,20}$/
const LAST_LINE = /^[\s>|#*-]{0,20}[A-Za-z0-9+/=]{0,80}\s{0,20}$/
const KEY_CHAR = /[A-Za-z0-9+/=]/
const KEY_LINE_MIN_CHARS = 24

/** A pattern that runs over more than some 10 million characters overflows the stack of the engine. */
const PIECE_MAX_CHARS = 1_000_000
/** Names of agents and tools are shorter than any name with its value. */
const TEXT_MIN_CHARS = 6

export function redactSecrets(text: string): string {
  if (text.length < TEXT_MIN_CHARS) return text
  let masked = ''
  let from = 0
  // A piece ends with a line where it can.
  while (text.length - from > PIECE_MAX_CHARS) {
    const lineEnd = text.lastIndexOf('\n', from + PIECE_MAX_CHARS)
    const to = lineEnd > from ? lineEnd : from + PIECE_MAX_CHARS
    masked += maskPiece(text.slice(from, to))
    from = to
  }
  return masked + maskPiece(text.slice(from))
}

function maskPiece(text: string): string {
  return maskNamedSecrets(maskVendorSecrets(maskPrivateKeys(text)))
}

function maskPrivateKeys(text: string): string {
  const whole = text.includes('PRIVATE KEY') ? maskKeyEnds(text.replace(PRIVATE_KEY, SHOWN)) : text
  return whole.includes('Private-Lines') ? whole.replace(PUTTY_KEY, '$1 [redacted]') : whole
}

/** The end of a key whose beginning was cut off: the lines of base64 before it are looked at backwards. */
function maskKeyEnds(text: string): string {
  let from = 0
  let masked = ''
  for (const { index, 0: end } of text.matchAll(new RegExp(END, 'g'))) {
    const lines = text.slice(from, index).split(/(?<=\n|\\n)/)
    let first = lines.length
    while (first > 0 && isOfKey(lines[first - 1] ?? '', first === lines.length)) first -= 1
    const before = lines.slice(0, first).join('')
    const kept = lengthBeforeKey(before)
    const isKey = kept < before.length || lines.slice(first).some((line) => KEY_LINE.test(bare(line)))
    masked += isKey ? `${before.slice(0, kept)}${SHOWN}` : `${lines.join('')}${end}`
    from = index + end.length
  }
  return `${masked}${text.slice(from)}`
}

const isOfKey = (line: string, isLast: boolean) =>
  KEY_LINE.test(bare(line)) || (isLast && LAST_LINE.test(bare(line)))
const bare = (line: string) => line.replace(/(?:\\{1,7}r)?\\{1,7}n$/, '')

/** The first line of what is left of the key may have something before it. */
function lengthBeforeKey(text: string): number {
  const end = bare(text).trimEnd().length
  let start = end
  while (start > 0 && KEY_CHAR.test(text.charAt(start - 1))) start -= 1
  return end - start >= KEY_LINE_MIN_CHARS ? start : text.length
}
