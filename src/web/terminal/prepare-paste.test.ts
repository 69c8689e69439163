import { expect, test } from 'vitest'
import { preparePaste } from './prepare-paste.ts'

test.each([
  ['lines and tabs stay', 'a\n\tb\n', 'a\n\tb\n'],
  ['line ends of other systems', 'a\r\nb\rc', 'a\nb\nc'],
  ['the end of a paste, hidden in it', 'harmless\u001b[201~rm -rf .\r', 'harmless[201~rm -rf .\n'],
  ['keys', 'a\u0003b\u0000c\u009b201~', 'abc201~'],
  ['half a character', 'a\ud83d', 'a\ufffd'],
])('[P7] %s', (_, text, pasted) => {
  expect(preparePaste(text)).toBe(pasted)
})
