import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { readBranch } from './read-branch.ts'

const IDENTITY = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com']
const run = (path: string, ...args: string[]) =>
  execFileSync('git', ['-C', path, ...IDENTITY, ...args], { encoding: 'utf8' }).trim()

type Arrange = (git: (...args: string[]) => string, folder: string) => string

test.each<[string, Arrange]>([
  ['a file of its own', () => 'repository'],
  [
    'the packed ones',
    (git) => {
      git('pack-refs', '--all')
      return 'repository'
    },
  ],
  [
    'a file that is newer than the packed ones',
    (git) => {
      git('pack-refs', '--all')
      git('commit', '--quiet', '--allow-empty', '-m', 'More')
      return 'repository'
    },
  ],
  [
    'the repository of a linked work tree',
    (git, folder) => {
      git('worktree', 'add', '--quiet', '-b', 'other', join(folder, 'linked'))
      git('commit', '--quiet', '--allow-empty', '-m', 'More')
      return 'linked'
    },
  ],
])('a branch is found in %s, as git finds it', (_, arrange) => {
  using folder = makeTempFolder()
  const path = join(folder.path, 'repository')
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', path])
  run(path, 'commit', '--quiet', '--allow-empty', '-m', 'Begin')
  const checkout = join(
    folder.path,
    arrange((...args) => run(path, ...args), folder.path),
  )
  expect(readBranch(checkout, 'main')).toBe(run(path, 'rev-parse', 'main'))
  expect(readBranch(checkout, 'ain')).toBeUndefined()
})
