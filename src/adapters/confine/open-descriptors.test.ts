import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { openDescriptors } from './open-descriptors.ts'

const run = ([program, ...args]: readonly [string, ...string[]]) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

test('[O6] the command finds the files open, and its own words as they were', () => {
  using folder = makeTempFolder()
  const [one, two] = ['on e', 't"wo'].map((name) => join(folder.path, name)) as [string, string]
  writeFileSync(one, '1')
  writeFileSync(two, '2')
  const files = [
    { descriptor: 9, path: one },
    { descriptor: 7, path: two },
  ]
  const command = [
    '/bin/sh',
    '-c',
    'cat <&9 <&7; cat <&9; printf "<%s>" "$@"',
    'me',
    'a b',
    '$HOME',
    '',
  ] as const
  expect(run(openDescriptors(files, command))).toBe('21<a b><$HOME><>')
})

test('[O6] a file that is not there ends it before the command runs', () => {
  using folder = makeTempFolder()
  const path = join(folder.path, 'gone')
  expect(() => run(openDescriptors([{ descriptor: 9, path }], ['/bin/echo', 'ran']))).toThrow(
    /status|failed/i,
  )
})

test('[O6] without files it is the command itself', () => {
  expect(openDescriptors([], ['/bin/true', 'x'])).toEqual(['/bin/true', 'x'])
})
