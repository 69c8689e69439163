import { expect, test } from 'vitest'
import { printable } from './printable.ts'

test.each([
  ['plain text', 'Grüße, 世界 🎉', 'Grüße, 世界 🎉'],
  ['tabs and new lines', 'a\tb\nc', 'a\tb\nc'],
  ['a colour', '\u001b[31mred\u001b[0m', '\\u001b[31mred\\u001b[0m'],
  ['a title that types commands', '\u001b]0;x\u0007', '\\u001b]0;x\\u0007'],
  ['a return to the start of the line', 'safe\rrm -rf', 'safe\\u000drm -rf'],
  ['backspaces', 'ab\b\bcd', 'ab\\u0008\\u0008cd'],
  ['the 8-bit form of an escape', '\u009b31m', '\\u009b31m'],
  ['delete', 'a\u007fb', 'a\\u007fb'],
  ['a turned direction', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
  ['what has no width', 'a\u200bb\ufeffc\u2060d', 'a\\u200bb\\ufeffc\\u2060d'],
  ['a zero byte', 'a\u0000b', 'a\\u0000b'],
])('printable shows %s', (_what, text, shown) => {
  expect(printable(text)).toBe(shown)
})
