import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
  ['a title', '\u001b]0;gotcha\u0007hi', 'hi'],
  ['the clipboard', '\u001b]52;c;ZXZpbA==\u001b\\hi', 'hi'],
  ['a device string', '\u001bPq#0\u001b\\hi', 'hi'],
  ['a cursor', 'a\u001b[2;5Hb\u001b7c', 'abc'],
  ['line ends', 'a\r\nb\rc', 'a\nb\nc'],
])('[P7] %s does not reach a log', (_, text, plain) => {
  expect(plainText(text)).toBe(plain)
})
