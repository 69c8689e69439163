// Uncommitted work of every kind, in the main checkout and in two workspaces: it survives an adoption and a roll-back to the byte.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AgentName, ProjectName } from '../../../src/protocol/ids.ts'
import { openChangeBench, type ChangeBench } from '../../fixtures/change-bench.ts'
import { openRepository, type GitRepository } from '../../fixtures/git-repository.ts'
import { hashTree } from '../../fixtures/hash-tree.ts'

const FILES = {
  'a.txt': 'one\n',
  'modified.txt': 'x\n',
  'staged.txt': 'x\n',
  'both.txt': 'x\n',
  'deleted.txt': 'x\n',
  'unlinked.txt': 'x\n',
  'run.sh': '#!/bin/sh\n',
  '.gitignore': '*.log\n',
}
const EDITS = [
  { file: 'a.txt', type: 'modify', content: 'two\n' },
  { file: 'new/c.txt', type: 'create', content: 'c\n' },
]
const OURS = new Set(['a.txt', 'new/c.txt'])

let bench: ChangeBench
beforeAll(async () => {
  bench = await openChangeBench()
})
afterAll(async () => bench[Symbol.asyncDispose]())

function makeDirty(tree: GitRepository): void {
  tree.write({ 'stashed.txt': 'stashed\n' })
  tree.git('stash', 'push', '--quiet', '--include-untracked')
  tree.write({ 'modified.txt': 'half done\n', 'staged.txt': 'staged\n', 'both.txt': 'staged\n' })
  tree.git('add', 'staged.txt', 'both.txt')
  tree.write({ 'both.txt': 'staged, and more\n', 'meant.txt': 'meant\n', 'deep/untracked.txt': 'new\n' })
  tree.git('add', '--intent-to-add', 'meant.txt')
  tree.git('rm', '--quiet', 'deleted.txt')
  rmSync(join(tree.path, 'unlinked.txt'))
  chmodSync(join(tree.path, 'run.sh'), 0o755)
  tree.write({ 'build.log': 'ignored\n' })
}

/** Files and entries of the index, but for those of the change. */
function look(tree: GitRepository): unknown {
  return {
    files: hashTree(tree.path, isOurs),
    index: tree
      .git('ls-files', '--stage', '--debug')
      .split('\n')
      .filter(isEntry)
      .filter((row) => !OURS.has(row.split('\t')[1] ?? '')),
    status: tree.git('status', '--porcelain', '--untracked-files=all', '--ignored'),
    stash: tree.git('stash', 'list', '--format=%H'),
  }
}
const isOurs = (path: string) => path === '.git' || OURS.has(path)
const isEntry = (row: string) => /^\d{6} /.test(row)

describe('uncommitted work', () => {
  test('[I6] [P6] stays to the byte in the checkout and in two workspaces, when a change comes and when it goes', async () => {
    const shop = await bench.openShop({ files: FILES })
    const { projects, workspaces } = bench.server.context
    const project = await projects.get(ProjectName.parse(shop.name))
    const folders: string[] = []
    for (const name of ['anna', 'bert']) {
      const place = { project, agent: AgentName.parse(name) }
      folders.push((await workspaces.make(place)).folder)
    }
    const trees = [shop.repository, ...folders.map(openRepository)]
    for (const tree of trees) makeDirty(tree)
    const before = trees.map(look)
    const change = await shop.plan(EDITS)
    await shop.execute(change)
    await bench.becomes(change.id, 'good')
    expect(trees.map(look)).toEqual(before)
    await bench.post(`/api/improvements/${change.id}/rollback`)
    await bench.becomes(change.id, 'rolled_back')
    expect(trees.map(look)).toEqual(before)
  })

  test.each<[what: string, verb: string]>([
    ['a merge', 'merge'],
    ['a rebase', 'rebase'],
    ['a cherry-pick', 'cherry-pick'],
  ])('[I6] [P6] nobody is disturbed in the middle of %s', async (what, verb) => {
    const shop = await bench.openShop({ files: FILES })
    diverge(shop.repository)
    expect(() => shop.repository.git(verb, 'side')).toThrow('Command failed')
    const see = () => [
      hashTree(shop.repository.path, (path) => /^\.git\/(objects|refs|logs|index)/.test(path)),
      shop.repository.git('status', '--porcelain'),
    ]
    const before = see()
    const main = shop.repository.git('rev-parse', 'main')
    const change = await shop.plan(EDITS)
    await shop.execute(change)
    expect((await bench.becomes(change.id, 'refused')).note).toContain(`in the middle of ${what}`)
    expect([see(), shop.repository.git('rev-parse', 'main')]).toEqual([before, main])
  })
})

/** The main branch and another one change the same line. */
function diverge(tree: GitRepository): void {
  tree.git('switch', '--quiet', '--create', 'side')
  tree.commit({ 'both.txt': 'side\n' })
  tree.git('switch', '--quiet', 'main')
  tree.commit({ 'both.txt': 'main\n' })
  mkdirSync(join(tree.path, 'deep'), { recursive: true })
  writeFileSync(join(tree.path, 'deep', 'mine.txt'), 'mine\n')
}
