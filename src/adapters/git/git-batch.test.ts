import { expect, test } from 'vitest'
import { composeBatch, parseBatch } from './git-batch.ts'

const calls = [['a', 'b'], ['c']]

test('each call says how many words it has', () => {
  const words = composeBatch({
    mark: 'M',
    bash: '/usr/bin/bash',
    git: '/usr/bin/git',
    common: ['-c', 'x=y'],
    calls,
  })
  expect(words[0]).toBe('/usr/bin/bash')
  expect(words.slice(5)).toEqual([
    'git-batch',
    'M',
    '/usr/bin/git',
    '4',
    '-c',
    'x=y',
    'a',
    'b',
    '3',
    '-c',
    'x=y',
    'c',
  ])
})

test('what each call printed is told apart, also where it prints nothing or looks like an end itself', () => {
  const result = { code: 0, stdout: 'one\0\n 7\nM 0\n 3\nM 128\n', stderr: 'M\nfatal: no\nM\n', isCut: false }
  expect(parseBatch(result, { mark: 'M', calls })).toEqual([
    { code: 0, stdout: 'one\0\n 7\n', stderr: '', isCut: false },
    { code: 128, stdout: ' 3\n', stderr: 'fatal: no\n', isCut: false },
  ])
})

test('a batch that ended early is an error, not an answer', () => {
  const result = { code: 137, stdout: 'oneM 0\n', stderr: 'M\n', isCut: false }
  expect(() => parseBatch(result, { mark: 'M', calls })).toThrow('git a failed')
})
