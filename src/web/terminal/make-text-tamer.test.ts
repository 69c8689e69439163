import { expect, test } from 'vitest'
import { makeTextTamer } from './make-text-tamer.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const tame = (...pieces: string[]) => {
  const take = makeTextTamer()
  return pieces.map((piece) => take(bytesOf(piece))).join('')
}

test.each([
  ['plain text and escapes', 'a\u001b[31mb\r\n', 'a\u001b[31mb\r\n'],
  ['accents, emoji and other scripts', 'e\u0301 👨‍👩‍👧 日本語 שלום', 'e\u0301 👨‍👩‍👧 日本語 שלום'],
  ['marks that turn a line', 'user\u202egpj.exe\u2066x\u2069', 'usergpj.exex'],
  ['a pile of accents', `a${'\u0301'.repeat(100)}b`, `a${'\u0301'.repeat(8)}b`],
  ['a pile of invisible ones', `a${'\u200b'.repeat(100)}`, `a${'\u200b'.repeat(8)}`],
  ['a pile beyond the first plane', `a${'\u{1d165}'.repeat(100)}`, `a${'\u{1d165}'.repeat(8)}`],
])('[P7] %s', (_, printed, shown) => {
  expect(tame(printed)).toBe(shown)
})

test('[P7] a pile that comes in pieces is one pile', () => {
  expect(tame('a', ...Array.from({ length: 100 }, () => '\u0301'), 'b\u0301')).toBe(
    `a${'\u0301'.repeat(8)}b\u0301`,
  )
})

test('[U2] a character that comes in two pieces is one character', () => {
  const take = makeTextTamer()
  const [first, ...rest] = bytesOf('é')
  expect(take(Uint8Array.of(first ?? 0)) + take(Uint8Array.from(rest))).toBe('é')
})
