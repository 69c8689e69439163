// A workspace with nothing of its own goes to where the main branch is now; every other one stays as it is, byte for byte.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { FollowOrder } from '../../../src/core/workspaces/workspace-ground.ts'
import { makeRepository, type GitRepository } from '../../fixtures/git-repository.ts'
import { hashTree } from '../../fixtures/hash-tree.ts'
import { writeProgram } from '../../fixtures/planted-commands.ts'
import { runCommand } from '../../fixtures/run-command.ts'
import { makeWorkspaceWorld, type WorkspaceWorld } from '../../fixtures/workspace-world.ts'

const FILES = {
  'a.txt': 'one\n',
  'gone.txt': 'gone\n',
  'lib/old.txt': 'old\n',
  'run.sh': '#!/bin/sh\n',
  'turns/into/file.txt': 'x\n',
  '.gitignore': '*.log\n',
}
const RESTS: Omit<FollowOrder, 'onMoved'> = { landed: [], mayMove: async () => true }

/** Every kind of difference that two commits can have. */
function moveMain({ project }: WorkspaceWorld): string {
  rmSync(join(project.path, 'turns'), { recursive: true })
  rmSync(join(project.path, 'gone.txt'))
  renameSync(join(project.path, 'lib/old.txt'), join(project.path, 'lib/new.txt'))
  chmodSync(join(project.path, 'run.sh'), 0o755)
  symlinkSync('a.txt', join(project.path, 'link'))
  return project.commit({ 'a.txt': 'two\n', turns: 'a file now\n', 'deep/er/b.txt': 'b\n' })
}

const follow = (world: WorkspaceWorld, order: Partial<typeof RESTS> = {}) =>
  world.workspaces.follow(world.place(), { ...RESTS, ...order })

function expectAt(anna: GitRepository, commit: string): void {
  expect(anna.git('rev-parse', 'HEAD', 'agent/anna', 'main').split('\n')).toEqual([commit, commit, commit])
  expect([anna.git('status', '--porcelain', '--branch'), anna.git('diff-files')]).toEqual([
    '## agent/anna',
    '',
  ])
  expect(existsSync(join(anna.path, '.git/index.lock'))).toBe(false)
}

describe('a workspace with nothing of its own', () => {
  test('[L5] [G3] [P6] goes to where a person has moved the main branch, with its files, its index and its log', async () => {
    using world = makeWorkspaceWorld(FILES)
    const anna = await world.make()
    anna.write({ 'notes.txt': 'of anna\n', 'debug.log': 'of anna\n' })
    const from = anna.git('rev-parse', 'HEAD')
    const to = moveMain(world)
    expect(await follow(world)).toEqual({ kind: 'moved', from, to })
    expect(anna.git('rev-parse', 'HEAD', 'main').split('\n')).toEqual([to, to])
    expect([anna.git('status', '--porcelain'), anna.git('diff-files')]).toEqual(['?? notes.txt', ''])
    expect(readFileSync(join(anna.path, 'turns'), 'utf8')).toBe('a file now\n')
    expect(readlinkSync(join(anna.path, 'link'))).toBe('a.txt')
    expect(statSync(join(anna.path, 'run.sh')).mode & 0o100).toBe(0o100)
    expect(existsSync(join(anna.path, 'gone.txt'))).toBe(false)
    expect(anna.git('log', '-1', '--walk-reflogs', '--format=%gs')).toBe('cmux: moved to main')
    expect(world.moved).toEqual([{ from, to }])
    expect(await follow(world)).toEqual({ kind: 'same' })
    expect(anna.git('fsck', '--full', '--strict', '--no-dangling')).toBe('')
    // It goes on from there as from a new one.
    const tip = anna.commit({ 'work.txt': '1' })
    await world.workspaces.bringHome(world.place())
    expect(world.project.git('rev-parse', 'agent/anna')).toBe(tip)
  })

  test('[L5] [P6] follows a main branch that was written anew, and keeps what it borrows from there', async () => {
    using world = makeWorkspaceWorld(FILES)
    const anna = await world.make()
    const { project } = world
    for (const text of ['first', 'second']) {
      project.write({ 'a.txt': `${text}\n` })
      project.git('commit', '--quiet', '--all', '--amend', '--message', text)
      expect(await follow(world)).toMatchObject({ kind: 'moved' })
    }
    expectAt(anna, project.git('rev-parse', 'main'))
    project.git('reflog', 'expire', '--expire=now', '--all')
    project.git('gc', '--quiet', '--prune=now')
    expect(anna.git('fsck', '--full', '--strict', '--no-dangling')).toBe('')
  })

  test('[L5] [P6] whose commits were merged as other commits goes to those, and keeps its own in the project', async () => {
    using world = makeWorkspaceWorld(FILES)
    const anna = await world.make()
    const tip = anna.commit({ 'work.txt': 'mine\n' })
    await world.workspaces.bringHome(world.place())
    const { project } = world
    project.commit({ 'other.txt': 'of somebody else\n' })
    project.git('cherry-pick', 'agent/anna')
    const to = project.git('rev-parse', 'main')
    expect(await follow(world)).toMatchObject({ kind: 'stays', why: 'it has commits of its own' })
    expect(await follow(world, { landed: [{ tip, to: tip }] })).toMatchObject({ kind: 'stays' })
    expect(await follow(world, { landed: [{ tip, to }] })).toEqual({ kind: 'moved', from: tip, to })
    expectAt(anna, to)
    expect(project.git('rev-parse', 'agent/anna')).toBe(tip)
  })
})

describe('it stays as it is', () => {
  const rows: Record<string, (anna: GitRepository, world: WorkspaceWorld) => void> = {
    'with an edit': (anna) => anna.write({ 'lib/old.txt': 'edited\n' }),
    'with an edit that only the index has': (anna) => {
      anna.write({ 'lib/old.txt': 'edited\n' })
      anna.git('add', '--all')
      anna.write({ 'lib/old.txt': FILES['lib/old.txt'] })
    },
    'with an edit that its git was told to overlook': (anna) => {
      anna.git('update-index', '--assume-unchanged', 'a.txt')
      anna.write({ 'a.txt': 'edited\n' })
    },
    'with a file where a new one comes': (anna) => anna.write({ 'deep/er/b.txt': 'of anna\n' }),
    'with an ignored file where a new one comes': (anna, { project }) => {
      project.write({ 'build.log': 'a log\n' })
      project.git('add', '--force', 'build.log')
      project.git('commit', '--quiet', '--message', 'a log')
      anna.write({ 'build.log': 'of anna\n' })
    },
    'with a commit of its own': (anna) => void anna.commit({ 'work.txt': '1' }),
    'on another branch': (anna) => void anna.git('switch', '--quiet', '--create', 'side'),
    'in the middle of a merge': (anna) => anna.write({ '.git/MERGE_HEAD': '' }),
    'while its git holds a lock': (anna) => anna.write({ '.git/index.lock': '' }),
    'with a repository inside of it': (anna) => void makeRepository(join(anna.path, 'inner')),
  }
  test.each(Object.entries(rows))('[L5] [P6] %s', async (_, plant) => {
    using world = makeWorkspaceWorld(FILES)
    const anna = await world.make()
    plant(anna, world)
    moveMain(world)
    const before = hashTree(anna.path)
    expect(await follow(world)).toMatchObject({ kind: 'stays' })
    expect(hashTree(anna.path)).toEqual(before)
    expect(world.moved).toEqual([])
  })

  test('[L5] [P6] when a turn has begun since, or its git was at work: seen at the last moment', async () => {
    using world = makeWorkspaceWorld(FILES)
    const anna = await world.make()
    moveMain(world)
    const before = hashTree(anna.path)
    expect(await follow(world, { mayMove: async () => false })).toMatchObject({ isPassing: true })
    expect(hashTree(anna.path)).toEqual(before)
    // What is written after the look is found by its content.
    const mayMove = async () => {
      anna.write({ 'run.sh': 'of anna\n' })
      return true
    }
    expect(await follow(world, { mayMove })).toMatchObject({ why: 'somebody edits run.sh' })
    expect(anna.git('status', '--porcelain')).toBe(' M run.sh')
    expect(readFileSync(join(anna.path, 'a.txt'), 'utf8')).toBe('one\n')
  })
})

describe('a hostile workspace', () => {
  test('[S3] [L5] runs nothing of what its settings, hooks and attributes name', async () => {
    using world = makeWorkspaceWorld({
      ...FILES,
      '.gitattributes': '*.txt filter=evil diff=evil merge=evil\n',
    })
    const anna = await world.make()
    const trace = join(world.folder, 'trace')
    const program = join(world.folder, 'evil')
    writeProgram(program, `echo ran >> ${trace}; cat`)
    const hooks = [
      'post-checkout',
      'reference-transaction',
      'post-index-change',
      'post-merge',
      'post-rewrite',
    ]
    mkdirSync(join(anna.path, '.git/hooks'), { recursive: true })
    for (const hook of hooks) writeProgram(join(anna.path, '.git/hooks', hook), `echo ran >> ${trace}`)
    const keys = ['filter.evil.clean', 'filter.evil.smudge', 'diff.evil.textconv', 'merge.evil.driver']
    for (const key of [...keys, 'core.fsmonitor', 'core.pager'])
      writeFileSync(
        join(anna.path, '.git/config'),
        `[${key.replace(/\.([^.]+)$/, '').replace(/\.(.*)/, ' "$1"')}]\n\t${key.split('.').at(-1)} = ${program}\n`,
        { flag: 'a' },
      )
    const to = moveMain(world)
    expect(await follow(world)).toMatchObject({ kind: 'moved', to })
    expect(existsSync(trace)).toBe(false)
    expect(readFileSync(join(anna.path, '.git/refs/heads/agent/anna'), 'utf8')).toBe(`${to}\n`)
  })

  test('[S3] [P6] whose folders are links leads nobody outside', async () => {
    using world = makeWorkspaceWorld(FILES)
    const anna = await world.make()
    moveMain(world)
    const outside = join(world.folder, 'outside')
    for (const [at, name] of [
      ['.git/refs/heads', 'agent'],
      ['.git', 'logs'],
    ] as const) {
      mkdirSync(outside, { recursive: true })
      rmSync(join(outside, name), { recursive: true, force: true })
      renameSync(join(anna.path, at, name), join(outside, name))
      symlinkSync(join(outside, name), join(anna.path, at, name))
    }
    const before = hashTree(outside)
    await follow(world).catch((error: unknown) => error)
    expect(hashTree(outside)).toEqual(before)
    expect(world.moved).toEqual([])
  })
})

const STRIDE = Number(process.env['CMUX_KILL_STRIDE'] ?? 4)
const STEPS_MAX = 200
const PRELOAD = new URL('../../fixtures/die-at-write.ts', import.meta.url).href
const VERB = fileURLToPath(new URL('../../fixtures/run-workspace-verb.ts', import.meta.url))

test('[P6] [L5] kill -9 before any write of a move leaves a workspace that is old and clean or new and clean', async () => {
  const ends = new Set<string>()
  let steps = 0
  for (let at = 1; at <= STEPS_MAX; at += STRIDE) {
    using world = makeWorkspaceWorld({ 'a.txt': 'one\n', 'gone.txt': 'gone\n' })
    const anna = await world.make()
    const from = anna.git('rev-parse', 'HEAD')
    rmSync(join(world.project.path, 'gone.txt'))
    const to = world.project.commit({ 'a.txt': 'two\n', 'b.txt': 'b\n' })
    const count = join(world.folder, 'count')
    writeFileSync(count, '')
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: world.folder,
      CMUX_DIE_AT: String(at),
      CMUX_DIE_IN: anna.path,
      CMUX_DIE_COUNT: count,
    }
    const words = ['--import', PRELOAD, VERB, 'follow', world.home, world.project.path]
    const { code, stderr } = await runCommand(process.execPath, words, { env })
    expect(stderr).toBe('')
    steps = readFileSync(count, 'utf8').length
    // What the next server does first, whatever it is asked.
    await world.workspaces.report(world.place())
    const head = anna.git('rev-parse', 'HEAD')
    expect([from, to]).toContain(head)
    expect(anna.git('status', '--porcelain')).toBe('')
    expect(existsSync(join(anna.path, '.git/index.lock'))).toBe(false)
    expect(existsSync(join(anna.path, 'b.txt'))).toBe(head === to)
    ends.add(head === to ? 'new' : 'old')
    // And then it gets there.
    await follow(world)
    expectAt(anna, to)
    if (code !== null) break
  }
  expect([...ends].toSorted()).toEqual(['new', 'old'])
  expect(steps).toBeGreaterThan(15)
})
