// Moving a main branch that people have checked out: their uncommitted work stays to the byte, and a kill at any point leaves
// something that the next try completes.
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { MoveOutcome } from '../../src/core/improve/main-branch.ts'
import { whyNotMoved } from '../../src/core/improve/why-not-moved.ts'
import type { Project } from '../../src/protocol/projects/project.ts'
import { makeDeadlyGit } from '../fixtures/deadly-git.ts'
import { makeRepository, openRepository, type GitRepository } from '../fixtures/git-repository.ts'
import { runCommand } from '../fixtures/run-command.ts'
import { sampleRows, sampleSize } from '../fixtures/sample-rows.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'

const SCRIPT = fileURLToPath(new URL('../fixtures/run-move.ts', import.meta.url))
const BEFORE = {
  'a.txt': 'one\n',
  'gone.txt': 'bye\n',
  'deep/b.txt': 'b\n',
  'mine.txt': 'mine\n',
  'mine-too.txt': 'x\n',
}
const AFTER = { 'a.txt': 'two\n'.repeat(20_000), 'deep/b.txt': 'B\n', 'new/c.txt': 'c\n' }

function makeWorld() {
  const temp = makeTempFolder()
  const shop = makeRepository(join(temp.path, 'shop'), BEFORE)
  const from = shop.git('rev-parse', 'HEAD')
  shop.git('switch', '--quiet', '--create', 'change')
  rmSync(join(shop.path, 'gone.txt'))
  const to = shop.commit(AFTER)
  shop.git('switch', '--quiet', 'main')
  const home = join(temp.path, 'home')
  const run = async (verb: 'move' | 'finish', bin = '') => {
    const env = { PATH: `${bin}:${process.env['PATH']}`, HOME: temp.path }
    const args = [SCRIPT, home, shop.path, from, to, verb]
    const { code, stdout, stderr } = await runCommand(process.execPath, args, { env })
    return { code, stderr, answer: stdout === '' ? undefined : (JSON.parse(stdout) as unknown) }
  }
  const move = async () => (await run('move')).answer
  return { path: temp.path, shop, from, to, run, move, [Symbol.dispose]: () => temp[Symbol.dispose]() }
}

/** Three kinds of uncommitted work, none of them in a file that the change touches. */
function makeDirty(shop: GitRepository): void {
  shop.write({ 'mine.txt': 'half done\n', 'mine-too.txt': 'staged\n', 'untracked.txt': 'new\n' })
  shop.git('add', 'mine-too.txt')
  // In the index one thing, on disk another.
  shop.write({ 'mine-too.txt': 'staged, and more\n' })
}

const DIRTY = ['MM mine-too.txt', ' M mine.txt', '?? untracked.txt'].join('\n')
const statusOf = (shop: GitRepository) => shop.git('status', '--porcelain', '--untracked-files=all')

function expectAdopted({ shop, to }: ReturnType<typeof makeWorld>, dirty = ''): void {
  expect([shop.git('rev-parse', 'main'), statusOf(shop)]).toEqual([to, dirty])
  expect([
    readFileSync(join(shop.path, 'new/c.txt'), 'utf8'),
    existsSync(join(shop.path, 'gone.txt')),
  ]).toEqual(['c\n', false])
}

describe('a main branch', () => {
  test('[I6] [P6] that is checked out is moved with its files, and uncommitted work stays to the byte', async () => {
    using world = makeWorld()
    makeDirty(world.shop)
    // Touched, not edited.
    utimesSync(join(world.shop.path, 'a.txt'), new Date(), new Date())
    expect(await world.move()).toEqual({ kind: 'moved' })
    expectAdopted(world, DIRTY)
    expect(world.shop.git('show', ':mine-too.txt')).toBe('staged')
    expect(readFileSync(join(world.shop.path, 'mine-too.txt'), 'utf8')).toBe('staged, and more\n')
    expect(world.shop.git('reflog', '-1', '--format=%gs', 'main')).toMatch(/^cmux: chg_/)
  })

  test.each<[name: string, file: string, lay: (shop: GitRepository) => void]>([
    ['an edit', 'a.txt', (shop) => shop.write({ 'a.txt': 'mine\n' })],
    [
      'a staged edit',
      'a.txt',
      (shop) => {
        shop.write({ 'a.txt': 'mine\n' })
        shop.git('add', 'a.txt')
      },
    ],
    ['an edit of what is to go', 'gone.txt', (shop) => shop.write({ 'gone.txt': 'stay\n' })],
    ['an untracked file in the way', 'new/c.txt', (shop) => shop.write({ 'new/c.txt': 'mine\n' })],
    ['an untracked file where a folder is to be', 'new', (shop) => shop.write({ new: 'mine\n' })],
    [
      'an ignored file in the way',
      'new/c.txt',
      (shop) => {
        writeFileSync(join(shop.path, '.git', 'info', 'exclude'), 'new\n')
        shop.write({ 'new/c.txt': 'mine\n' })
      },
    ],
    [
      'a folder with work in the way',
      'new/c.txt',
      (shop) => {
        mkdirSync(join(shop.path, 'new/c.txt'), { recursive: true })
        shop.write({ 'new/c.txt/deep.txt': 'mine\n' })
      },
    ],
  ])('[I6] [P6] is not moved over %s: it is named, and nothing is done', async (_, file, lay) => {
    using world = makeWorld()
    makeDirty(world.shop)
    lay(world.shop)
    const looks = () => [
      statusOf(world.shop),
      world.shop.git('rev-parse', 'main'),
      world.shop.git('diff', 'HEAD'),
    ]
    const before = looks()
    const outcome = (await world.move()) as { kind: string; files: string[] }
    expect(outcome.kind).toBe('overlap')
    expect(outcome.files.join()).toContain(file)
    expect(looks()).toEqual(before)
  })

  test('[L5] [P6] that a git of somebody holds is named with what to do, and nothing is done', async () => {
    using world = makeWorld()
    const lock = join(world.shop.path, '.git', 'index.lock')
    // Held open: however long it takes to get there, somebody is at it.
    const held = openSync(lock, 'w')
    const outcome = (await world.move()) as MoveOutcome
    closeSync(held)
    expect(outcome).toEqual({ kind: 'locked', lock })
    expect(whyNotMoved({ mainBranch: 'main' } as Project, outcome)).toBe(
      `another git holds ${lock} (if none runs there any more, remove that file, then try again)`,
    )
    expect(world.shop.git('rev-parse', 'main')).toBe(world.from)
  })

  test('[I6] [P6] that somebody has moved meanwhile, or has checked out elsewhere, is left alone', async () => {
    using world = makeWorld()
    const mine = world.shop.commit({ 'mine.txt': 'committed\n' })
    expect(await world.move()).toEqual({ kind: 'raced' })
    expect(world.shop.git('rev-parse', 'main')).toBe(mine)
    world.shop.git('reset', '--quiet', '--hard', world.from)
    world.shop.git('switch', '--quiet', 'change')
    const folder = join(world.path, 'elsewhere')
    world.shop.git('worktree', 'add', '--quiet', folder, 'main')
    expect(await world.move()).toEqual({ kind: 'elsewhere', folder })
    expect(openRepository(folder).git('status', '--porcelain')).toBe('')
  })

  test('[I13] [P6] that a git of a killed server has just moved gets its files all the same', async () => {
    using world = makeWorld()
    const { shop, to } = world
    makeDirty(shop)
    // The server that started it is gone; the next one has looked before, and moves it now.
    shop.git('update-ref', 'refs/heads/main', to)
    expect(await world.move()).toEqual({ kind: 'moved' })
    expectAdopted(world, DIRTY)
  })

  test('[I6] [P6] that nobody has checked out is moved alone', async () => {
    using world = makeWorld()
    world.shop.git('switch', '--quiet', 'change')
    world.shop.write({ 'a.txt': 'half done on another branch\n' })
    expect(await world.move()).toEqual({ kind: 'moved' })
    expect([world.shop.git('rev-parse', 'main'), statusOf(world.shop)]).toEqual([world.to, ' M a.txt'])
  })
})

describe('kill -9', () => {
  const CALLS_MAX = 30
  /** Not two: every other kill comes before the call, the others after it. */
  const STEP = sampleSize({ whole: 1, sample: 3 })

  test('[I13] at any call of git leaves the old one, or something that is completed', async () => {
    let moved = 0
    for (let call = 1; ; call += STEP) {
      if (call > CALLS_MAX) throw new Error('it calls git more often than that')
      using world = makeWorld()
      makeDirty(world.shop)
      const git = makeDeadlyGit(join(world.path, 'bin'), call, call % 2 === 0 ? 'before' : 'after')
      const { code } = await world.run('move', git.folder)
      // An orphan may still be writing: nobody goes on before it is done.
      await expect.poll(() => existsSync(join(world.shop.path, '.git/index.lock'))).toBe(false)
      const { answer, stderr } = await world.run('finish')
      expect([answer, stderr]).toEqual([[], ''])
      const isMoved = world.shop.git('rev-parse', 'main') === world.to
      // Undone or completed, and people's work as it was.
      const again = isMoved ? { kind: 'moved' } : await moveFromOld(world)
      expect(again).toEqual({ kind: 'moved' })
      moved += Number(isMoved)
      expectAdopted(world, DIRTY)
      if (code !== null) break
    }
    expect(moved).toBeGreaterThan(0)
  })
})

type Leftover = [name: string, left: string[], dirty: string, lay: (shop: GitRepository) => void]

describe.each([
  ['of the branch', 'update-ref'],
  ['of the branch and the index', 'checkout-index'],
])('kill -9 after the move %s', (_where, verb) => {
  const LEFT: Leftover[] = [
    ['nothing else', [], '', () => undefined],
    ['a file half written', [], '', (shop) => shop.write({ 'a.txt': AFTER['a.txt'].slice(0, 1000) })],
    ['a file written, and not noted', [], '', (shop) => shop.write({ 'a.txt': AFTER['a.txt'] })],
    ['a file taken away to be written', [], '', (shop) => rmSync(join(shop.path, 'a.txt'))],
    ['a file deleted, and not noted', [], '', (shop) => rmSync(join(shop.path, 'gone.txt'))],
    ['a new file half written', [], '', (shop) => shop.write({ 'new/c.txt': '' })],
    ['a lock', [], '', (shop) => layLock(shop)],
    [
      'a file that somebody edits by now',
      ['a.txt'],
      ' M a.txt',
      (shop) => appendFileSync(join(shop.path, 'a.txt'), 'mine\n'),
    ],
  ]

  /** An edit, which must stay, is always one of them. */
  const rows = sampleRows(`left by a kill after ${verb}`, LEFT, {
    count: 2,
    groupOf: ([, left]) => String(left.length),
  })

  test.each(rows)('[I13] that left %s is completed', async (_, left, dirty, lay) => {
    using world = makeWorld()
    // As far as that, with its backups: then the rest by hand.
    const git = makeDeadlyGit(join(world.path, 'bin'), { verb }, 'after')
    await world.run('move', git.folder)
    expect(world.shop.git('rev-parse', 'main')).toBe(world.to)
    lay(world.shop)
    const { answer, stderr } = await world.run('finish')
    expect([answer, stderr]).toEqual([left, ''])
    expectAdopted(world, dirty)
  })
})

/** The kill came before anything was done. */
async function moveFromOld(world: ReturnType<typeof makeWorld>): Promise<unknown> {
  return statusOf(world.shop) === DIRTY ? world.move() : 'it is neither the old one nor the new one'
}

/** As a git that was killed some time ago leaves it. */
function layLock(shop: GitRepository): void {
  const lock = join(shop.path, '.git', 'index.lock')
  writeFileSync(lock, '')
  utimesSync(lock, new Date(0), new Date(0))
}
