import { expect, test } from 'vitest'
import { makeKeyReader, type Input } from './key-reader.ts'

const TYPED = 'hé漢\r\x1b[A\x1bOB\x7f\x03\x1b[200~one\rtwo\r\n\x1b[31mthree\x1b[201~\x1b[Z\x15x'
const READ: readonly Input[] = [
  { kind: 'text', text: 'hé漢' },
  { kind: 'key', key: 'Enter' },
  { kind: 'key', key: 'Up' },
  { kind: 'key', key: 'Down' },
  { kind: 'key', key: 'BSpace' },
  { kind: 'key', key: 'C-c' },
  { kind: 'paste', text: 'one\ntwo\n\x1b[31mthree' },
  { kind: 'key', key: 'C-u' },
  { kind: 'text', text: 'x' },
]

/** Text that came in pieces is the same text. */
function joinText(inputs: readonly Input[]): Input[] {
  const joined: Input[] = []
  for (const input of inputs) {
    const last = joined.at(-1)
    if (input.kind === 'text' && last?.kind === 'text')
      joined[joined.length - 1] = { kind: 'text', text: last.text + input.text }
    else joined.push(input)
  }
  return joined
}

test('reads keys, text and pastes, in whatever pieces they come', () => {
  expect(makeKeyReader().read(TYPED)).toEqual(READ)
  for (let size = 1; size < TYPED.length; size += 1) {
    const reader = makeKeyReader()
    const pieces = TYPED.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
    expect(joinText(pieces.flatMap((piece) => reader.read(piece)))).toEqual(READ)
  }
})

test('takes an escape for the key once nothing follows, but not inside of a paste', () => {
  const reader = makeKeyReader()
  expect([reader.read('\x1b'), reader.settle(), reader.settle()]).toEqual([
    [],
    [{ kind: 'key', key: 'Escape' }],
    [],
  ])
  expect([reader.read('\x1b[20'), reader.settle(), reader.read('0~b\x1b[201~')]).toEqual([
    [],
    [],
    [{ kind: 'paste', text: 'b' }],
  ])
  expect([reader.read('\x1b[200~a\x1b'), reader.settle()]).toEqual([[], []])
  expect(reader.read('[201~')).toEqual([{ kind: 'paste', text: 'a' }])
})
