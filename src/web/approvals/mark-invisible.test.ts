import { expect, test } from 'vitest'
import { markInvisible } from './mark-invisible.ts'

const read = (text: string) =>
  markInvisible(text)
    .map((piece) => (piece.isMark ? `[${piece.text}]` : piece.text))
    .join('')

test.each([
  ['plain text with ünïcödé, a\ttab and\nlines', 'plain text with ünïcödé, a\ttab and\nlines'],
  ['rm \u202Efi\u202C', 'rm [⟨U+202E⟩]fi[⟨U+202C⟩]'],
  ['\u001b[2Jls', '[⟨U+001B⟩][2Jls'],
  ['a\rb', 'a[⟨U+000D⟩]b'],
  ['a\u200b\u200db', 'a[⟨U+200B⟩⟨U+200D⟩]b'],
  ['a\u00a0b\u3000c', 'a[⟨U+00A0⟩]b[⟨U+3000⟩]c'],
  [
    'hangul \u3164 filler, soft\u00adhyphen, braille \u2800',
    'hangul [⟨U+3164⟩] filler, soft[⟨U+00AD⟩]hyphen, braille [⟨U+2800⟩]',
  ],
  ['tag \u{E0041}', 'tag [⟨U+E0041⟩]'],
  ['half \ud800', 'half [⟨U+D800⟩]'],
  ['', ''],
])('[U7] %j is shown with all that it has', (text, shown) => {
  expect(read(text)).toBe(shown)
})

test('[U7] a text of marks alone is one piece, and none of them is lost', () => {
  const [piece, ...others] = markInvisible('a\u200b'.repeat(20_000))
  expect(others).toEqual([])
  expect(piece?.text).toHaveLength(20_000 * 'a⟨U+200B⟩'.length)
})
