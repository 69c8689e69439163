import { expect, test } from 'vitest'
import { plainOutput } from './plain-output.ts'

test.each([
  ['\u001b[31mred\u001b[0m and \u001b[2Kcleared', 'red and cleared'],
  ['\u001b]0;a title\u0007after', 'after'],
  ['10%\r20%\r\ndone', '10%\n20%\ndone'],
  ['half a \u001b[', 'half a \\u001b['],
  ['turned \u202e around', 'turned \\u202e around'],
  ['<b>text</b>', '<b>text</b>'],
])('%j is shown as %j', (said, shown) => {
  expect(plainOutput(said)).toBe(shown)
})
