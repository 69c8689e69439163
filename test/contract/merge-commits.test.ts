// The commits of a branch come onto a main branch that has moved: with real git, in the objects alone.
import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFindGitPlace } from '../../src/adapters/git/find-git-place.ts'
import { makeGit } from '../../src/adapters/git/git.ts'
import { makeGitChangeGround } from '../../src/adapters/git/git-change-ground.ts'
import type { MergeOrder } from '../../src/core/improve/change-ground.ts'
import type { Project } from '../../src/protocol/projects/project.ts'
import { makeRepository, type GitRepository } from '../fixtures/git-repository.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'

const TRAILERS = [
  ['Agent', 'anna'],
  ['Task', 'tsk_1'],
  ['Change', 'chg_1'],
] as const
const NEWS = 'Agent: anna\nTask: tsk_1\nChange: chg_1'

function makeWorld() {
  const temp = makeTempFolder()
  const shop = makeRepository(join(temp.path, 'shop'), { 'a.txt': '1\n2\n3\n4\n5\n', 'b.txt': 'b\n' })
  const home = join(temp.path, 'home')
  const git = makeGit({ PATH: process.env['PATH'] ?? '' }, join(home, 'git-views'))
  const ground = makeGitChangeGround(git, home, makeFindGitPlace(home))
  const project = { path: shop.path, mainBranch: 'main' } as Project
  const fork = shop.git('rev-parse', 'HEAD')
  const commitAs = (name: string, date: string, files: Record<string, string>, message: string) => {
    shop.write(files)
    shop.git('add', '--all')
    const author = `${name} <${name}@example.com>`
    shop.git('commit', '--quiet', `--author=${author}`, `--date=${date}`, '--message', message)
    return shop.git('rev-parse', 'HEAD')
  }
  const merge = (order: Partial<MergeOrder> = {}) =>
    ground.merge({
      project,
      after: fork,
      without: [],
      head: shop.git('rev-parse', 'agent/anna'),
      onto: shop.git('rev-parse', 'main'),
      how: 'rebase',
      message: 'what anna did',
      trailers: TRAILERS,
      ...order,
    })
  return { shop, ground, project, fork, commitAs, merge, [Symbol.dispose]: () => temp[Symbol.dispose]() }
}

/** Two commits of anna and one of Ünal, and a main branch that went on. */
function branchOff({ shop, commitAs }: ReturnType<typeof makeWorld>): void {
  shop.git('switch', '--quiet', '--create', 'agent/anna')
  commitAs('anna', '2020-01-02T03:04:05+0500', { 'a.txt': '1\n2\n3\n4\n5 anna\n' }, 'first\n\nIts body.')
  commitAs('Ünal', '2021-01-02T03:04:05-0300', { 'c.txt': 'c\n' }, 'zweitens: größer\n\nReviewed-by: Zoe')
  commitAs('anna', '2022-01-02T03:04:05+0000', { 'c.txt': 'c\nc\n' }, 'third')
  shop.git('switch', '--quiet', 'main')
  commitAs('olga', '2023-01-02T03:04:05+0000', { 'a.txt': '1 olga\n2\n3\n4\n5\n' }, 'main went on')
}

const FORMAT = '--format=%an|%ae|%ad|%cn|%B%x00'
const logOf = (shop: GitRepository, range: string) =>
  shop
    .git('log', '--reverse', '--topo-order', '--date=iso', FORMAT, range)
    .split('\0')
    .map((row) => row.trim())
    .filter((row) => row !== '')

test('[L5] each commit stays, with its author, its date and its words, on top of a main branch that went on', async () => {
  using world = makeWorld()
  branchOff(world)
  const { shop } = world
  const merged = await world.merge()
  expect(merged).toEqual({ kind: 'merged', head: expect.any(String), how: 'rebase', signed: 0 })
  const head = merged.kind === 'merged' ? merged.head : ''
  expect(logOf(shop, `main..${head}`)).toEqual([
    `anna|anna@example.com|2020-01-02 03:04:05 +0500|cmux|first\n\nIts body.\n\n${NEWS}`,
    `Ünal|Ünal@example.com|2021-01-02 03:04:05 -0300|cmux|zweitens: größer\n\nReviewed-by: Zoe\n${NEWS}`,
    `anna|anna@example.com|2022-01-02 03:04:05 +0000|cmux|third\n\n${NEWS}`,
  ])
  expect([shop.git('show', `${head}:a.txt`), shop.git('show', `${head}~1:c.txt`)]).toEqual([
    '1 olga\n2\n3\n4\n5 anna',
    'c',
  ])
  // Nothing of the checkout or of a branch has moved.
  expect([shop.git('status', '--porcelain'), existsSync(join(shop.path, 'c.txt'))]).toEqual(['', false])
})

test('[L5] the sum that a leave is bound to covers each commit, and stays the same on another main branch', async () => {
  using world = makeWorld()
  const { shop, ground, project, fork } = world
  branchOff(world)
  const sumOf = async (order: Partial<MergeOrder>) => {
    const merged = await world.merge(order)
    const head = merged.kind === 'merged' ? merged.head : ''
    return (await ground.compare(project, order.onto ?? shop.git('rev-parse', 'main'), head)).sha256
  }
  shop.git('switch', '--quiet', 'agent/anna')
  const tip = shop.git('rev-parse', 'HEAD')
  const secret = shop.commit({ 'secret.txt': 'x\n' }, 'a secret')
  shop.git('rm', '--quiet', 'secret.txt')
  shop.git('commit', '--quiet', '--message', 'gone')
  const hidden = shop.git('rev-parse', 'HEAD')
  shop.git('switch', '--quiet', 'main')
  // On another place where nothing of the same files is different.
  shop.commit({ 'b.txt': 'other\n' }, 'elsewhere')
  const before = shop.git('rev-parse', 'main~1')
  expect(await sumOf({ head: tip })).toBe(await sumOf({ head: tip, onto: before }))
  expect(new Set([await sumOf({ head: tip }), await sumOf({ head: hidden })]).size).toBe(2)
  expect([secret.length, fork.length]).toEqual([40, 40])
})

test('[L5] what does not fit names the commit and its files', async () => {
  using world = makeWorld()
  const { shop, commitAs } = world
  branchOff(world)
  commitAs('olga', '2023-02-02T03:04:05+0000', { 'c.txt': 'of olga\n' }, 'the same file')
  const [, second] = shop.git('rev-list', '--reverse', 'main..agent/anna').split('\n')
  expect(await world.merge()).toEqual({
    kind: 'conflict',
    files: ['c.txt'],
    commit: { id: second, subject: 'zweitens: größer' },
  })
})

test('[L5] what was brought before as other commits is not brought again, and what main has already is left out', async () => {
  using world = makeWorld()
  const { shop, commitAs } = world
  branchOff(world)
  const landed = shop.git('rev-parse', 'agent/anna')
  const first = await world.merge()
  shop.git('merge', '--quiet', '--ff-only', first.kind === 'merged' ? first.head : '')
  const known = { after: landed, without: [landed] }
  expect(await world.merge(known)).toMatchObject({ kind: 'merged', head: shop.git('rev-parse', 'main') })
  shop.git('switch', '--quiet', 'agent/anna')
  // On the same lines again, which collide with their own earlier self otherwise.
  commitAs('anna', '2024-01-02T03:04:05+0000', { 'c.txt': 'c\nand more\n' }, 'fourth')
  commitAs('anna', '2024-01-03T03:04:05+0000', { 'd.txt': 'd\n' }, 'fifth')
  shop.git('switch', '--quiet', 'main')
  shop.commit({ 'd.txt': 'd\n' }, 'somebody picked the fifth')
  const again = await world.merge(known)
  const head = again.kind === 'merged' ? again.head : ''
  expect(logOf(shop, `main..${head}`).map((row) => row.split('\n')[0])).toEqual([
    'anna|anna@example.com|2024-01-02 03:04:05 +0000|cmux|fourth',
  ])
})

test('[L5] a squash is one commit that names its authors, a merge keeps the very commits', async () => {
  using world = makeWorld()
  const { shop } = world
  branchOff(world)
  const squashed = await world.merge({ how: 'squash' })
  const one = squashed.kind === 'merged' ? squashed.head : ''
  expect(logOf(shop, `main..${one}`)).toEqual([
    `anna|anna@example.com|2022-01-02 03:04:05 +0000|cmux|what anna did\n\n- first\n- zweitens: größer\n- third\n\n${NEWS}\nCo-authored-by: Ünal <Ünal@example.com>`,
  ])
  const joined = await world.merge({ how: 'merge' })
  const top = joined.kind === 'merged' ? joined.head : ''
  const [main, tip] = ['main', 'agent/anna'].map((name) => shop.git('rev-parse', name))
  expect(shop.git('log', '-1', '--format=%P|%an|%B', top)).toBe(
    `${main} ${tip}|cmux|what anna did\n\n${NEWS}`,
  )
  expect(shop.git('rev-parse', `${one}^{tree}`)).toBe(shop.git('rev-parse', `${top}^{tree}`))
})

test('[L5] a branch with merges is made straight where that is the same, and else comes as a merge', async () => {
  using world = makeWorld()
  const { shop, commitAs } = world
  branchOff(world)
  shop.git('switch', '--quiet', 'agent/anna')
  shop.git('merge', '--quiet', '--no-edit', 'main')
  shop.git('switch', '--quiet', 'main')
  commitAs('olga', '2023-03-02T03:04:05+0000', { 'b.txt': 'of olga\n' }, 'more')
  const after = shop.git('merge-base', 'main', 'agent/anna')
  const straight = await world.merge({ after })
  expect(straight).toMatchObject({ kind: 'merged', how: 'rebase' })
  const head = straight.kind === 'merged' ? straight.head : ''
  expect([
    shop.git('rev-list', '--count', '--merges', `main..${head}`),
    logOf(shop, `main..${head}`).length,
  ]).toEqual(['0', 3])
  // A merge whose resolution is in no other commit.
  shop.git('switch', '--quiet', 'agent/anna')
  shop.git('merge', '--quiet', '--no-commit', 'main')
  shop.write({ 'only-here.txt': 'x\n' })
  shop.git('add', '--all')
  shop.git('commit', '--quiet', '--message', 'a merge with work of its own')
  shop.git('switch', '--quiet', 'main')
  commitAs('olga', '2023-04-02T03:04:05+0000', { 'b.txt': 'of olga again\n' }, 'and more')
  const kept = await world.merge({ after: shop.git('merge-base', 'main', 'agent/anna') })
  expect(kept).toMatchObject({ kind: 'merged', how: 'merge' })
  const top = kept.kind === 'merged' ? kept.head : ''
  expect([shop.git('show', `${top}:only-here.txt`), shop.git('show', `${top}:b.txt`)]).toEqual([
    'x',
    'of olga again',
  ])
})

test('[L5] commits that are written anew are told when they were signed, and a merge keeps the signatures', async () => {
  using world = makeWorld()
  const { shop } = world
  shop.git('switch', '--quiet', '--create', 'agent/anna')
  shop.commit({ 'c.txt': 'c\n' }, 'signed')
  const raw = shop.git('cat-file', 'commit', 'HEAD')
  const end = raw.indexOf('\n\n')
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n AAAA\n -----END PGP SIGNATURE-----'
  shop.write({ '.git/raw': `${raw.slice(0, end)}\n${signature}${raw.slice(end)}\n` })
  const signed = shop.git('hash-object', '-t', 'commit', '-w', join(shop.path, '.git', 'raw'))
  shop.git('reset', '--quiet', '--hard', signed)
  shop.git('switch', '--quiet', 'main')
  expect(await world.merge()).toMatchObject({ kind: 'merged', signed: 1 })
  const kept = await world.merge({ how: 'merge' })
  expect(kept).toMatchObject({ kind: 'merged', signed: 0 })
  expect(shop.git('cat-file', 'commit', `${kept.kind === 'merged' ? kept.head : ''}^2`)).toContain('gpgsig')
})

test('[L5] [I11] what only a commit in between touches is found, merges included', async () => {
  using world = makeWorld()
  const { shop, ground, project, fork, commitAs } = world
  const date = '2020-01-01T00:00:00+0000'
  shop.git('switch', '--quiet', '--create', 'agent/anna')
  symlinkSync('/etc/passwd', join(shop.path, 'link'))
  commitAs('anna', date, { '.env': 'TOKEN=x\n', 'ä.txt': 'a\n' }, 'adds')
  rmSync(join(shop.path, 'link'))
  rmSync(join(shop.path, '.env'))
  commitAs('anna', date, { 'd.txt': 'd\n' }, 'takes back')
  shop.git('switch', '--quiet', 'main')
  commitAs('olga', date, { 'b.txt': 'of main\n' }, 'main went on')
  shop.git('switch', '--quiet', 'agent/anna')
  shop.git('merge', '--quiet', '--no-commit', 'main')
  commitAs('anna', date, { 'evil.txt': 'in the merge alone\n' }, 'a merge with work of its own')
  const { files, steps } = await ground.compare(project, fork, shop.git('rev-parse', 'HEAD'))
  expect(files.map(({ path }) => path)).toEqual(['b.txt', 'd.txt', 'evil.txt', 'ä.txt'])
  const seen = new Set(
    steps.map(({ path, status, linkTarget = '' }) => `${status} ${path} ${linkTarget}`.trim()),
  )
  expect([...seen].toSorted()).toEqual([
    'added .env',
    'added d.txt',
    'added evil.txt',
    'added link /etc/passwd',
    'added ä.txt',
    'deleted .env',
    'deleted link',
    'modified b.txt',
  ])
  const only = await ground.compare(project, fork, shop.git('rev-parse', 'agent/anna~2'))
  expect(only.steps).toEqual([])
})
