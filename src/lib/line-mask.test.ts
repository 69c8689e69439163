import { expect, test } from 'vitest'
import { SECRET_SHAPES } from '../../test/fixtures/secret-shapes.ts'
import { endOfCutKey, makeLineMask } from './line-mask.ts'
import { makeMask } from './mask.ts'

// The others are known by the line before or after them.
const ON_LINES = SECRET_SHAPES.filter(({ what }) => !/netrc on lines|PuTTY|end of a/.test(what))

test.each(ON_LINES.map(({ what, text, secret }) => [what, text, secret] as const))(
  '[S10] a secret that comes in pieces is masked: %s',
  (_what, text, secret) => {
    const lines = makeLineMask(makeMask())
    const pieces = `first\n${text}\nthe last line`.match(/[\s\S]{1,7}/g) ?? []
    const out = pieces.map((piece) => lines.push(piece)).join('') + lines.end()
    expect(out.startsWith('first\n')).toBe(true)
    expect(out.endsWith(' last line')).toBe(true)
    expect(secret.split(/\\n|\n\+?/).filter((part) => out.includes(part))).toEqual([])
  },
)

test('[P8] a line without an end is held for a while only, and a line is given when it is whole', () => {
  const lines = makeLineMask(makeMask())
  expect(lines.push('one\ntw')).toBe('one\n')
  expect(lines.push('o\n')).toBe('two\n')
  expect(lines.push('thr')).toBe('')
  expect(lines.settle()).toBe('thr')
  expect(lines.push('ee\n')).toBe('ee\n')
  expect(lines.push('x'.repeat(70_000))).toHaveLength(70_000)
  expect(lines.push(['-----BEGIN ', 'PRIVATE KEY-----\n'].join(''))).toBe('')
  expect(lines.push('A'.repeat(60)).length).toBe(0)
  expect(lines.settle()).toBe('')
  expect(lines.end()).toBe('[redacted private key]')
  expect(lines.end()).toBe('')
})

const KEY_END = ['-----END ', 'RSA PRIVATE KEY-----'].join('')
const KEY_BEGIN = ['-----BEGIN ', 'RSA PRIVATE KEY-----'].join('')

test.each([
  ['no key', 'one\ntwo\n', 0],
  ['a whole key', `${KEY_BEGIN}\nAAAA\n${KEY_END}\n`, 0],
  ['the end of a key', `AAAA\n${KEY_END}\nnext`, 5 + KEY_END.length],
  ['the end of a key, and a whole one', `A\n${KEY_END}\n${KEY_BEGIN}\nB\n${KEY_END}`, 2 + KEY_END.length],
])('[S10] a text that begins in a private key goes on after it: %s', (_, text, at) => {
  expect(endOfCutKey(text)).toBe(at)
})
