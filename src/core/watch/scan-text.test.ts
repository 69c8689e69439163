import { expect, test } from 'vitest'
import { makeMatcher, scanText, type InLine } from './scan-text.ts'

const matcher = makeMatcher(['ERROR', 'größer?'], ['ERROR 404'])
const LONG = 'x'.repeat(1000)

const scan = (text: string, inLine: InLine = 'no', isFull = false) => {
  const { finds, consumed, inLine: after } = scanText(text, inLine, isFull, matcher)
  return [finds.map((find) => find.text), consumed, after]
}

test.each([
  ['nothing', '', 'no', false, [[], 0, 'no']],
  ['lines without a fault', 'a\nb\n', 'no', false, [[], 4, 'no']],
  ['a fault', 'a\nERROR b\nc\n', 'no', false, [['ERROR b'], 12, 'no']],
  ['a line with two words of it, once', 'ERROR ERROR\n', 'no', false, [['ERROR ERROR'], 12, 'no']],
  ['what is ignored', 'ERROR 404 x\nERROR 500\n', 'no', false, [['ERROR 500'], 22, 'no']],
  ['half a line, which waits', 'a\nERROR b', 'no', false, [[], 2, 'no']],
  ['the rest of a line that was found', 'OR\nERROR b\n', 'found', false, [['ERROR b'], 11, 'no']],
  ['more of a line that was found', 'ERROR still', 'found', false, [[], 11, 'found']],
  ['the rest of a line in which nothing was found yet', 'ERROR b\n', 'open', false, [['ERROR b'], 8, 'no']],
  ['an endless line with a fault', `ERROR ${LONG}`, 'no', true, [[`ERROR ${LONG}`], 1006, 'found']],
  ['an endless line without: its end comes again', LONG, 'no', true, [[], 744, 'open']],
  [
    'a word in another alphabet',
    'gr\u00c3\u00b6\u00c3\u009fer?\n',
    'no',
    false,
    [['gr\u00c3\u00b6\u00c3\u009fer?'], 10, 'no'],
  ],
] as const)('[W1] reads %s', (_, text, inLine, isFull, expected) => {
  expect(scan(text, inLine, isFull)).toEqual(expected)
})

test('[W1] keeps of a long line what stands around the word', () => {
  const { finds } = scanText(`${LONG.repeat(9)}ERROR here${LONG.repeat(9)}\n`, 'no', false, matcher)
  expect(finds).toEqual([{ text: `${LONG}${LONG}ERROR here${LONG}${'x'.repeat(990)}`, at: 2000 }])
})

test('[W1] a search for no words finds nothing', () => {
  expect(scanText('ERROR\n', 'no', false, makeMatcher([], [])).finds).toEqual([])
})
