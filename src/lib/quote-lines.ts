// Somebody's words shown to an agent as words: each line behind a mark, and nothing in them that a terminal or a reader takes for
// anything else.

export const QUOTE = '| '

/** Everything that some program takes for the end of a line. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

// Control characters would be keys to a terminal (ESC [ 201 ~ ends a paste), and bidirectional overrides would show the words of
// one in the place of another's. Joiners stay: emoji and scripts are made with them.
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g

export function quoteLines(text: string): string[] {
  return splitLines(text).map((line) => `${QUOTE}${showControls(line)}`)
}

export function splitLines(text: string): string[] {
  return text.split(LINE_END)
}

export function showControls(text: string): string {
  return text.replace(UNSAFE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export function toOneLine(text: string): string {
  return showControls(splitLines(text).join(' '))
}
