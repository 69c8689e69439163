import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeRepository } from '../../../test/fixtures/git-repository.ts'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { makeGit, type Git } from './git.ts'
import { readRef } from './read-ref.ts'

function open(path: string) {
  const repository = makeRepository(join(path, 'shop'), { 'a.txt': 'a\n' })
  const real = makeGit({ PATH: process.env['PATH'] ?? '' }, join(path, 'views'))
  const asked: string[] = []
  const git: Git = {
    ...real,
    run: (place, args, options) => {
      asked.push(args[0] ?? '')
      return real.run(place, args, options)
    },
  }
  const at = { gitDir: join(repository.path, '.git'), of: 'project' } as const
  return { repository, asked, read: (ref: string) => readRef(git, at, ref) }
}

test('a ref is followed wherever it moves, in a file of its own or packed, and git is asked for no ref', async () => {
  using temp = makeTempFolder()
  const { repository, asked, read } = open(temp.path)
  const first = repository.git('rev-parse', 'main')
  expect(await read('refs/heads/main')).toBe(first)
  repository.git('pack-refs', '--all')
  expect(await read('refs/heads/main')).toBe(first)
  repository.commit({ 'a.txt': 'b\n' })
  expect(await read('refs/heads/main')).toBe(repository.git('rev-parse', 'main'))
  expect(await read('refs/heads/none')).toBe(undefined)
  expect(asked).not.toContain('rev-parse')
})

test('whatever is not a plain ref to a commit is left to git', async () => {
  using temp = makeTempFolder()
  const { repository, read } = open(temp.path)
  const main = repository.git('rev-parse', 'main')
  repository.git('tag', '--annotate', '--message=x', 'v1')
  repository.git('symbolic-ref', 'refs/heads/other', 'refs/heads/main')
  repository.git('update-ref', 'refs/cmux/tree', 'main^{tree}')
  mkdirSync(join(repository.path, '.git/refs/heads/folder'))
  writeFileSync(join(temp.path, 'secret'), 'no id\n')
  symlinkSync(join(temp.path, 'secret'), join(repository.path, '.git/refs/heads/linked'))
  const refs = ['tags/v1', 'heads/other', 'cmux/tree', 'heads/folder', 'heads/linked']
  expect(await Promise.all(refs.map((ref) => read(`refs/${ref}`)))).toEqual([
    main,
    main,
    undefined,
    undefined,
    undefined,
  ])
})

test('no name of a ref leads to another file', async () => {
  using temp = makeTempFolder()
  const { repository, read } = open(temp.path)
  writeFileSync(join(repository.path, '.git/outside'), `${repository.git('rev-parse', 'main')}\n`)
  for (const ref of ['refs/../outside', 'refs/heads/../../outside', 'outside', 'refs//heads/../outside'])
    expect(await read(ref)).toBe(undefined)
})
