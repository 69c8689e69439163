import { expect, test } from 'vitest'
import { removeDirectionMarks } from './remove-direction-marks.ts'

const MARKS = [0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069]

test.each(MARKS.map((code) => code.toString(16)))('[P7] U+%s is taken out', (code) => {
  expect(removeDirectionMarks(`a${String.fromCodePoint(Number.parseInt(code, 16))}b`)).toBe('ab')
})

test.each([
  ['right to left', 'שלום مرحبا'],
  ['an emoji of several', '👨\u200d👩\u200d👧 ❤\ufe0f'],
  ['a joiner that separates letters', 'نمی\u200cخواهم'],
  ['neighbours of the marks', '\u061b\u061d\u200b\u200c\u200d\u2010\u2029\u202f\u2065\u206a'],
  ['plain text', 'a = b\r\n\u001b[1m'],
])('[P7] %s stays as it is', (_, text) => {
  expect(removeDirectionMarks(text)).toBe(text)
})
