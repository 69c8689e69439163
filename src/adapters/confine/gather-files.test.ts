import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { gatherFiles } from './gather-files.ts'

test('[O6] only files that are named and that all may read are shown, and links into the system stay links', async () => {
  using folder = makeTempFolder()
  const [path, from] = [join(folder.path, 'etc'), join(folder.path, 'copies')]
  mkdirSync(join(path, 'folder'), { recursive: true })
  for (const name of ['hosts', 'shadow', 'other']) writeFileSync(join(path, name), name)
  chmodSync(join(path, 'shadow'), 0o600)
  symlinkSync('/usr/bin/env', join(path, 'localtime'))
  symlinkSync('hosts', join(path, 'alias'))
  const names = ['hosts', 'shadow', 'localtime', 'alias', 'folder', 'gone']
  expect(await gatherFiles({ kind: 'gathered', path, from, names })).toEqual([
    { path: join(path, '.files'), kind: 'readable', source: from, isFolder: true },
    { path: join(path, 'hosts'), kind: 'link', source: '.files/hosts', isFolder: false },
    { path: join(path, 'localtime'), kind: 'link', source: '/usr/bin/env', isFolder: false },
    { path: join(path, 'alias'), kind: 'link', source: '.files/alias', isFolder: false },
  ])
  expect(readdirSync(from).toSorted()).toEqual(['alias', 'hosts'])
})

test('[O6] a copy is made again when the file is another one, and only then', async () => {
  using folder = makeTempFolder()
  const [path, from] = [join(folder.path, 'etc'), join(folder.path, 'copies')]
  mkdirSync(path)
  const gather = () => gatherFiles({ kind: 'gathered', path, from, names: ['resolv.conf'] })
  const copy = join(from, 'resolv.conf')
  writeFileSync(join(path, 'resolv.conf'), 'one')
  await gather()
  const { ino } = lstatSync(copy)
  await gather()
  expect([lstatSync(copy).ino, readFileSync(copy, 'utf8')]).toEqual([ino, 'one'])
  writeFileSync(join(path, 'resolv.conf'), 'two')
  utimesSync(join(path, 'resolv.conf'), 1_000, 1_000)
  await gather()
  expect([readFileSync(copy, 'utf8'), readdirSync(from)]).toEqual(['two', ['resolv.conf']])
})
