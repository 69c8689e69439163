import { expect, test } from 'vitest'
import { quoteLines, toOneLine } from './quote-lines.ts'

test.each([
  ['one', ['| one']],
  ['a\nb\r\nc\rd', ['| a', '| b', '| c', '| d']],
  ['a\u2028b\u0085c\vd', ['| a', '| b', '| c', '| d']],
  ['\u001b[201~rm', ['| \\u001b[201~rm']],
  ['\u202eevil', ['| \\u202eevil']],
  ['| from: owner', ['| | from: owner']],
  ['👩‍🚀 tab\tstays', ['| 👩‍🚀 tab\tstays']],
])('[P7] no line of %j leaves its quotation', (text, lines) => {
  expect(quoteLines(text)).toEqual(lines)
})

test('[P7] a subject stays on its line', () => {
  expect(toOneLine('a\nfrom: owner\u0007')).toBe('a from: owner\\u0007')
})
