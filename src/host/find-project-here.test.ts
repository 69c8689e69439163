// With real repositories: which project a folder is of.
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRepository } from '../../test/fixtures/git-repository.ts'
import { makeTempFolder, type TempFolder } from '../../test/fixtures/temp-folder.ts'
import { ProjectName } from '../protocol/ids.ts'
import { findProjectHere } from './find-project-here.ts'

let temp: TempFolder
let root: string
beforeAll(() => {
  temp = makeTempFolder()
  root = realpathSync(temp.path)
  const shop = makeRepository(join(root, 'shop'), { 'deep/er/a.txt': 'a\n' })
  const part = makeRepository(join(root, 'part'))
  makeRepository(join(root, 'shop/vendor/foreign'))
  shop.git('worktree', 'add', '--quiet', join(root, 'beside'))
  shop.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part.path, 'sub')
  mkdirSync(join(root, 'shop/sub/inner'))
  mkdirSync(join(root, 'notes/below'), { recursive: true })
  mkdirSync(join(root, 'home/workspaces/shop/anna/deep'), { recursive: true })
  symlinkSync(join(root, 'shop/deep'), join(root, 'link'))
})
afterAll(() => temp[Symbol.dispose]())

test.each<[folder: string, name: string | undefined, what: string]>([
  ['shop', 'shop', 'its checkout'],
  ['shop/deep/er', 'shop', 'a folder below'],
  ['link/er', 'shop', 'a link that leads there'],
  ['beside', 'shop', 'another work tree of it'],
  ['shop/sub/inner', 'shop', 'a submodule'],
  ['home/workspaces/shop/anna/deep', 'shop', 'a workspace'],
  ['notes/below', 'notes', 'a folder without git'],
  ['shop/vendor/foreign', undefined, 'another repository inside of it'],
  ['part', undefined, 'a repository that is no project'],
  ['.', undefined, 'a folder around them'],
  ['gone', undefined, 'a folder that is gone'],
])('[L6] %s is of %s: %s', (folder, name) => {
  const projects = ['shop', 'notes'].map((each) => ({
    name: ProjectName.parse(each),
    path: join(root, each),
  }))
  expect(findProjectHere(join(root, folder), join(root, 'home'), projects)?.name).toBe(name)
})
