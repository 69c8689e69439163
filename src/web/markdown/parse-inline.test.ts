import { expect, test } from 'vitest'
import { parseInline, type Inline } from './parse-inline.ts'

const plain = (text: string): Inline => ({ kind: 'text', text })

const CASES: readonly [string, readonly Inline[]][] = [
  ['', []],
  ['words', [plain('words')]],
  ['a `b*c*` d', [plain('a '), { kind: 'code', text: 'b*c*' }, plain(' d')]],
  ['**a** *b*', [{ kind: 'strong', text: 'a' }, plain(' '), { kind: 'em', text: 'b' }]],
  ['2*3*4 and a * b', [plain('2*3*4 and a * b')]],
  ['[a](https://x.org/y)!', [{ kind: 'link', text: 'a', href: 'https://x.org/y' }, plain('!')]],
  ['see http://x.org.', [plain('see '), { kind: 'link', text: 'http://x.org.', href: 'http://x.org.' }]],
  ['[a](javascript:alert(1))', [plain('[a](javascript:alert(1))')]],
  ['[a](data:text/html,x) [b](/etc/passwd)', [plain('[a](data:text/html,x) [b](/etc/passwd)')]],
  ['[a](JaVaScRiPt:x) <javascript:x>', [plain('[a](JaVaScRiPt:x) <javascript:x>')]],
  ['<img src=x onerror=alert(1)>', [plain('<img src=x onerror=alert(1)>')]],
]

test.each(CASES)('[U5] a line of Markdown: %s', (text, parts) => {
  expect(parseInline(text)).toEqual(parts)
})

test.each(['[', '`', '*', '**a', 'https://', '[a]('])('[P8] much of %s is read through', (part) => {
  const text = part.repeat(100_000)
  expect(
    parseInline(text)
      .map((each) => each.text)
      .join('').length,
  ).toBeGreaterThan(0)
})
