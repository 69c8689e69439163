// Makes foreign text safe to show in a terminal: escape sequences could hide or rewrite what a person sees.

// C0 except tab and newline, DEL, C1, bidirectional overrides, zero-width characters, line and paragraph separators.
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

export function printable(text: string): string {
  return text.replace(UNSAFE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
