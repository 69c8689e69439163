// Text of somebody's as one line of ours: no line of theirs can look like one of ours.

const LINE_MAX_CHARS = 400

export function oneLine(text: string, maxChars = LINE_MAX_CHARS): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.length > maxChars ? `${line.slice(0, maxChars).toWellFormed()}…` : line
}
