// What is decided on is seen to the last character: control characters, marks that turn a line around, and blanks that are none are
// written out, so that nothing hides in them. Pure.

export interface Piece {
  readonly text: string
  /** It stands for characters that can't be seen. */
  readonly isMark: boolean
}

/** Tabs, line ends and plain blanks are what they look like. */
const INVISIBLE =
  /(?:(?![\t\n ])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u2800])+/gu

/** So many marks are no text; a page with more pieces would only stop the browser. */
const MARKS_MAX = 5000

export function markInvisible(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(INVISIBLE)) {
    if (index > end) pieces.push({ text: text.slice(end, index), isMark: false })
    pieces.push({ text: writeOut(found), isMark: true })
    end = index + found.length
    if (pieces.length > MARKS_MAX) return [{ text: text.replace(INVISIBLE, writeOut), isMark: false }]
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMark: false })
  return pieces
}

function writeOut(characters: string): string {
  return Array.from(characters, (each) => `⟨U+${hex(each.codePointAt(0) ?? 0)}⟩`).join('')
}

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, '0')
}
