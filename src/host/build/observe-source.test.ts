import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { observeSource } from './observe-source.ts'

const IDENTITY = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com']

function makeRepository(path: string) {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', path, ...IDENTITY, ...args], { encoding: 'utf8' }).trim()
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
  mkdirSync(path, { recursive: true })
  git('init', '--quiet', '--initial-branch=main')
  for (const name of ['src/a.ts', 'src/ü b.ts', 'scripts/c.ts', 'package.json', 'README.md'])
    write(name, name)
  git('add', '--all')
  git('commit', '--quiet', '-m', 'Begin')
  return { path, git, write, remove: (name: string) => rmSync(join(path, name)) }
}
type Repository = ReturnType<typeof makeRepository>

test.each<[string, (repository: Repository) => void, string[]]>([
  ['nothing was touched', () => undefined, []],
  ['a paper was edited', ({ write }) => write('README.md', 'new'), []],
  ['a source was edited', ({ write }) => write('src/a.ts', 'new'), ['src/a.ts']],
  ['an odd name was edited', ({ write }) => write('src/ü b.ts', 'new'), ['src/ü b.ts']],
  ['a source was deleted', ({ remove }) => remove('scripts/c.ts'), ['scripts/c.ts']],
  ['a source is new', ({ write }) => write('src/new/d.ts', 'd'), ['src/new/d.ts']],
  [
    'an edit is staged',
    ({ write, git }) => {
      write('package.json', '{}')
      git('add', '--all')
    },
    ['package.json'],
  ],
  [
    'git was told to look away',
    ({ write, git }) => {
      git('update-index', '--assume-unchanged', 'src/a.ts')
      write('src/a.ts', 'new')
    },
    ['src/a.ts'],
  ],
])('[P5] when %s, the edits are named', async (_, touch, edits) => {
  using folder = makeTempFolder()
  const repository = makeRepository(folder.path)
  touch(repository)
  expect(await observeSource(folder.path)).toEqual({ commit: repository.git('rev-parse', 'HEAD'), edits })
})

test('[P5] files inside of another repository are no checkout of their own', async () => {
  using folder = makeTempFolder()
  const { path, write } = makeRepository(folder.path)
  write('unpacked/src/a.ts', 'a')
  expect(await observeSource(join(path, 'unpacked'))).toBeUndefined()
})

test('[security] nothing that the repository configures is run, and nothing in it is written', async () => {
  using folder = makeTempFolder()
  const { path, git, write } = makeRepository(join(folder.path, 'repository'))
  const trap = join(folder.path, 'ran')
  write('.git/trap', `#!/bin/sh\necho ran >> '${trap}'\n`)
  for (const hook of ['post-index-change', 'post-checkout'])
    write(`.git/hooks/${hook}`, `#!/bin/sh\necho ran >> '${trap}'\n`)
  execFileSync('chmod', ['-R', 'a+x', join(path, '.git', 'trap'), join(path, '.git', 'hooks')])
  git('config', 'core.fsmonitor', join(path, '.git', 'trap'))
  const index = () =>
    execFileSync('stat', ['-c', '%i %Y %Z', join(path, '.git', 'index')], { encoding: 'utf8' })
  const before = index()
  await observeSource(path)
  expect(index()).toBe(before)
  expect(() => execFileSync('cat', [trap], { stdio: 'pipe' })).toThrow('No such file')
})
