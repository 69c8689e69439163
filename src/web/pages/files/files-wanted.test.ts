import { expect, test } from 'vitest'
import { resolveLink, stepsOf } from './files-wanted.ts'

test('[U10] the way to a file can be gone back step by step', () => {
  expect(stepsOf('src/a/b.ts')).toEqual([
    { name: 'src', path: 'src' },
    { name: 'a', path: 'src/a' },
    { name: 'b.ts', path: 'src/a/b.ts' },
  ])
  expect(stepsOf('')).toEqual([])
})

test.each([
  ['a/link', 'b.ts', 'a/b.ts'],
  ['a/link', './c/../b.ts', 'a/b.ts'],
  ['a/link', '..', ''],
  ['link', '../outside', undefined],
  ['a/link', '../../outside', undefined],
  ['a/link', '/etc/passwd', undefined],
])('[U10] a link at %s to %s leads to %s', (path, target, expected) => {
  expect(resolveLink(path, target)).toBe(expected)
})
