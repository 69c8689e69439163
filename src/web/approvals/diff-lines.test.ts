import { expect, test } from 'vitest'
import { diffLines } from './diff-lines.ts'

const SIGNS = { added: '+', removed: '-', same: ' ' }
const read = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${SIGNS[kind]}${text}`)

test.each([
  ['', 'a\nb', ['+a', '+b']],
  ['a\nb', '', ['-a', '-b']],
  ['a\nb\nc', 'a\nx\ny\nc', [' a', '-b', '+x', '+y', ' c']],
  ['a\na', 'a\na\na', [' a', ' a', '+a']],
  ['a', 'a\n', [' a', '+']],
  ['same', 'same', [' same']],
])('[U7] %j that becomes %j is shown line by line', (before, after, lines) => {
  expect(read(before, after)).toEqual(lines)
})
