// Workspaces on real git: made, brought home from, saved, removed; and nothing of anybody's work is ever lost.
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeSystemClock } from '../../../src/adapters/clock/system-clock.ts'
import type { WorkspaceGround } from '../../../src/core/workspaces/workspace-ground.ts'
import { makeWorkspaces } from '../../../src/core/workspaces/workspaces.ts'
import { makeWorkspaceWorld } from '../../fixtures/workspace-world.ts'
import { makeRepository, openRepository } from '../../fixtures/git-repository.ts'

const IGNORED = { onRefused: () => undefined, onMoved: () => Promise.resolve() }
const headOf = (repository: { git(...args: string[]): string }, ref = 'HEAD') =>
  repository.git('rev-parse', ref)

describe('a new workspace', () => {
  test('[G3] stands on its own branch from main, borrows the project’s objects, and has no hooks and no remote but cmux', async () => {
    using world = makeWorkspaceWorld({ 'a.txt': 'one\n', 'src/b.txt': 'two\n' })
    world.project.write({ '.git/hooks/post-checkout': '#!/bin/sh\nexit 1\n' })
    const anna = await world.make()
    expect(anna.path).toBe(join(world.home, 'workspaces', 'shop', 'anna'))
    expect(anna.git('status', '--porcelain', '--branch')).toBe('## agent/anna')
    expect(headOf(anna)).toBe(headOf(world.project, 'main'))
    expect(readFileSync(join(anna.path, 'src/b.txt'), 'utf8')).toBe('two\n')
    expect(anna.git('remote', '--verbose').split('\n')).toEqual([
      'origin\tcmux::origin (fetch)',
      'origin\tcmux::origin (push)',
    ])
    expect(existsSync(join(anna.path, '.git/hooks'))).toBe(false)
    expect(anna.git('count-objects')).toMatch(/^0 objects/)
    expect(anna.git('config', 'user.email')).toBe('olga@example.com')
    anna.commit({ 'a.txt': 'changed\n' })
    expect(anna.git('log', '-1', '--format=%s', 'main')).toBe('the first')
  })

  test('[G3] is not made over one that is there', async () => {
    using world = makeWorkspaceWorld()
    await world.make()
    await expect(world.make()).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('[P6] survives what the owner does to the project: branches deleted, amended, pruned at once', async () => {
    using world = makeWorkspaceWorld()
    const { project } = world
    project.git('checkout', '--quiet', '--orphan', 'passing')
    project.commit({ 'passing.txt': 'only here\n' })
    project.git('branch', '--force', 'main', 'passing')
    const anna = await world.make()
    anna.commit({ 'work.txt': 'mine\n' })
    await world.workspaces.bringHome(world.place())
    // What came home is borrowed from there from now on.
    anna.git('gc', '--quiet', '--prune=now')
    project.git('checkout', '--quiet', '--orphan', 'other')
    project.commit({ 'other.txt': 'other\n' })
    project.git('branch', '--force', 'main', 'other')
    project.git('branch', '--delete', '--force', 'passing', 'agent/anna')
    project.git('reflog', 'expire', '--expire=now', '--all')
    project.git('gc', '--quiet', '--prune=now')
    expect(anna.git('fsck', '--full', '--strict', '--no-dangling')).toBe('')
    expect(anna.git('status', '--porcelain')).toBe('')
    // It is our ref that has done it.
    for (const ref of world.refs('refs/cmux/keep')) project.git('update-ref', '-d', ref)
    project.git('gc', '--quiet', '--prune=now')
    expect(() => anna.git('fsck', '--full')).toThrow(/Could not read|missing|bad/)
  })
})

describe('bringing home', () => {
  test('[G3] makes the project’s branch, and moves it on as the agent goes on, amends included', async () => {
    using world = makeWorkspaceWorld()
    const anna = await world.make()
    expect(await world.workspaces.bringHome(world.place())).toEqual([])
    expect(world.refs('refs/heads/agent')).toEqual([])
    for (const text of ['1', '2']) {
      const tip = anna.commit({ 'work.txt': text })
      await world.workspaces.bringHome(world.place())
      expect(headOf(world.project, 'agent/anna')).toBe(tip)
    }
    anna.write({ 'work.txt': '3' })
    anna.git('commit', '--quiet', '--all', '--amend', '--message', 'better')
    await world.workspaces.bringHome(world.place())
    expect(headOf(world.project, 'agent/anna')).toBe(headOf(anna))
    expect(world.refs('refs/cmux/agents')).toEqual([])
    expect(world.project.git('status', '--porcelain')).toBe('')
  })

  test('[P6] keeps both when the project’s branch has commits that only the project has', async () => {
    using world = makeWorkspaceWorld()
    const anna = await world.make()
    anna.commit({ 'work.txt': '1' })
    await world.workspaces.bringHome(world.place())
    world.project.git('checkout', '--quiet', 'agent/anna')
    const owners = world.project.commit({ 'review.txt': 'fixed it for you\n' })
    world.project.git('checkout', '--quiet', 'main')
    const annas = anna.commit({ 'work.txt': '2' })
    const kept = await world.workspaces.bringHome(world.place())
    expect(headOf(world.project, 'agent/anna')).toBe(owners)
    expect(world.refs('refs/cmux/agents')).toEqual([`refs/cmux/agents/anna/${annas}`])
    expect(kept).toEqual([expect.stringContaining(`git branch NAME refs/cmux/agents/anna/${annas}`)])
  })

  test('[P6] does not move a branch under somebody who has it checked out', async () => {
    using world = makeWorkspaceWorld()
    const anna = await world.make()
    const first = anna.commit({ 'work.txt': '1' })
    await world.workspaces.bringHome(world.place())
    world.project.git('worktree', 'add', '--quiet', join(world.folder, 'review'), 'agent/anna')
    const second = anna.commit({ 'work.txt': '2' })
    await world.workspaces.bringHome(world.place())
    expect(headOf(world.project, 'agent/anna')).toBe(first)
    expect(openRepository(join(world.folder, 'review')).git('status', '--porcelain')).toBe('')
    expect(world.refs('refs/cmux/agents')).toEqual([`refs/cmux/agents/anna/${second}`])
  })

  test('[P7] a workspace moves no other ref of the project, whatever its own refs are called', async () => {
    using world = makeWorkspaceWorld()
    const before = world.project.git('for-each-ref', 'refs/heads/main', 'refs/tags')
    const anna = await world.make()
    const tip = anna.commit({ 'work.txt': '1' })
    for (const ref of [
      'refs/heads/main',
      'refs/tags/v1',
      'refs/cmux/keep/bert/start',
      'refs/replace/' + headOf(anna, 'main'),
    ])
      anna.git('update-ref', ref, tip)
    await world.workspaces.remove(world.place())
    expect(world.project.git('for-each-ref', 'refs/heads/main', 'refs/tags')).toBe(before)
    expect(world.refs('refs')).toEqual(['refs/heads/agent/anna', 'refs/heads/main'])
  })

  test('[G3] works beside another agent of the same project, both at once', async () => {
    using world = makeWorkspaceWorld()
    const names = ['anna', 'bert', 'cleo', 'dora']
    const all = await Promise.all(names.map((name) => world.make(name)))
    const tips = all.map((agent, index) => agent.commit({ 'same.txt': `of ${index}\n` }))
    all.forEach((agent, index) => agent.write({ 'dirty.txt': `of ${index}\n` }))
    const places = names.map((name) => world.place(name))
    await Promise.all(
      places.flatMap((place) => [world.workspaces.bringHome(place), world.workspaces.save(place)]),
    )
    expect(names.map((name) => headOf(world.project, `agent/${name}`))).toEqual(tips)
    expect(world.stashes()).toHaveLength(4)
    await Promise.all(places.map((place) => world.workspaces.remove(place)))
    expect(world.stashes()).toHaveLength(4)
    expect(names.map((name) => world.exists(name))).toEqual([false, false, false, false])
    expect(world.refs('refs/cmux')).toEqual([])
  })
})

describe('saving', () => {
  test('[P6] puts changed, deleted, staged and untracked files on the stash list, ignored ones not, and changes nothing', async () => {
    using world = makeWorkspaceWorld({
      'a.txt': 'one\n',
      'b.txt': 'two\n',
      'c.txt': 'three\n',
      '.gitignore': '*.log\n',
    })
    const anna = await world.make()
    anna.write({ 'a.txt': 'staged\n' })
    anna.git('add', 'a.txt')
    anna.write({
      'a.txt': 'changed\n',
      'new/déjà vu.txt': 'untracked\n',
      'x.log': 'noise\n',
      'odd\nname': 'odd\n',
    })
    rmSync(join(anna.path, 'b.txt'))
    symlinkSync('/etc/passwd', join(anna.path, 'link'))
    const before = anna.git('status', '--porcelain', '-z')
    expect(await world.workspaces.save(world.place())).toEqual([
      expect.stringMatching(/^5 uncommitted files as a stash/),
    ])
    expect(anna.git('status', '--porcelain', '-z')).toBe(before)
    expect(world.stashes()).toEqual([
      expect.stringMatching(/ cmux: 5 uncommitted files of anna on agent\/anna, \d{4}-\d\d-\d\dT/),
    ])
    world.project.git('stash', 'apply', '--quiet')
    const read = (name: string) => readFileSync(join(world.project.path, name), 'utf8')
    expect(['a.txt', 'new/déjà vu.txt', 'odd\nname'].map(read)).toEqual(['changed\n', 'untracked\n', 'odd\n'])
    expect(['b.txt', 'x.log'].map((name) => existsSync(join(world.project.path, name)))).toEqual([
      false,
      false,
    ])
    expect(world.project.git('cat-file', '-p', ':link')).toBe('/etc/passwd')
    expect(world.project.git('cat-file', '-p', 'stash@{0}^2:a.txt')).toBe('staged')
  })

  test('[P6] of what is clean does nothing, and of the same twice does it once', async () => {
    using world = makeWorkspaceWorld()
    const anna = await world.make()
    expect(await world.workspaces.save(world.place())).toEqual([])
    anna.write({ 'a.txt': 'changed\n' })
    await world.workspaces.save(world.place())
    expect(await world.workspaces.save(world.place())).toEqual([])
    expect(world.stashes()).toHaveLength(1)
  })
})

describe('removing', () => {
  test('[P6] keeps commits, uncommitted files, other branches, stashes and tags; the folder is gone', async () => {
    using world = makeWorkspaceWorld()
    const anna = await world.make()
    const tip = anna.commit({ 'work.txt': '1' })
    anna.git('checkout', '--quiet', '-b', 'side', 'main')
    const side = anna.commit({ 'side.txt': '1' })
    anna.git('tag', '--annotate', '--message', 'mine', 'v0')
    const tag = headOf(anna, 'v0')
    for (const text of ['older', 'newer']) {
      anna.write({ 'a.txt': text })
      anna.git('stash', '--quiet')
    }
    const stashes = ['stash@{0}', 'stash@{1}'].map((name) => headOf(anna, name))
    anna.write({ 'untracked.txt': 'dirty\n' })
    const kept = await world.workspaces.remove(world.place())
    expect(kept).toHaveLength(6)
    expect(world.exists()).toBe(false)
    expect(headOf(world.project, 'agent/anna')).toBe(tip)
    const aside = [side, tag, ...stashes].map((id) => `refs/cmux/agents/anna/${id}`)
    expect(world.refs('refs/cmux')).toEqual(aside.toSorted())
    expect(world.project.git('show', 'stash@{0}:untracked.txt')).toBe('dirty')
    world.project.git('gc', '--quiet', '--prune=now')
    expect(world.project.git('fsck', '--full', '--strict')).toBe('')
  })

  test('[G3] of merged work leaves nothing behind', async () => {
    using world = makeWorkspaceWorld()
    const anna = await world.make()
    anna.commit({ 'work.txt': '1' })
    await world.workspaces.bringHome(world.place())
    world.project.git('merge', '--quiet', 'agent/anna')
    expect(await world.workspaces.remove(world.place())).toEqual([])
    expect(world.refs('refs')).toEqual(['refs/heads/main'])
    expect(await world.workspaces.remove(world.place())).toEqual([])
  })

  test('[P6] that was interrupted is finished later, rubbish that was half deleted included', async () => {
    using world = makeWorkspaceWorld()
    const place = world.place()
    const anna = await world.make()
    const tip = anna.commit({ 'work.txt': '1' })
    await world.ground.leave(place)
    expect(await world.workspaces.report(place)).toMatchObject({ ahead: 1, problem: 'it is being removed' })
    await expect(world.make()).rejects.toMatchObject({ code: 'CONFLICT' })
    await world.workspaces.finishRemovals(place.project)
    expect([headOf(world.project, 'agent/anna'), world.refs()]).toEqual([tip, []])
    const bert = world.place('bert')
    await world.make('bert')
    await world.ground.leave(bert)
    await world.ground.giveUp(bert)
    rmSync(join(world.home, 'workspaces/shop/.gone/bert/.git'), { recursive: true })
    await world.workspaces.finishRemovals(place.project)
    expect(existsSync(join(world.home, 'workspaces/shop/.gone/bert'))).toBe(false)
    expect([world.refs(), world.refused]).toEqual([[], []])
  })

  test('[P6] is refused when something was written there after it was saved', async () => {
    using world = makeWorkspaceWorld()
    const place = world.place()
    const anna = await world.make()
    anna.write({ 'saved.txt': 'saved\n' })
    const late = join(world.home, 'workspaces/shop/.leaving/anna/late.txt')
    const ground: WorkspaceGround = {
      ...world.ground,
      async stash(...order) {
        await world.ground.stash(...order)
        writeFileSync(late, 'late\n')
      },
    }
    const workspaces = makeWorkspaces({ ground, clock: makeSystemClock(), ...IGNORED })
    await expect(workspaces.remove(place)).rejects.toMatchObject({ code: 'WORK_NOT_SAFE' })
    expect(readFileSync(join(anna.path, 'late.txt'), 'utf8')).toBe('late\n')
    await world.workspaces.remove(place)
    expect(world.stashes()).toHaveLength(2)
  })

  const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
    'no .git': (path) => rmSync(join(path, '.git'), { recursive: true }),
    'a .git that is a file': (path) => {
      rmSync(join(path, '.git'), { recursive: true })
      writeFileSync(join(path, '.git'), 'gitdir: /elsewhere\n')
    },
    'a broken HEAD': (path) => writeFileSync(join(path, '.git/HEAD'), 'what?\n'),
    'a broken index': (path) => writeFileSync(join(path, '.git/index'), 'what?\n'),
    'a ref to nothing': (path) => writeFileSync(join(path, '.git/refs/heads/x'), `${'1'.repeat(40)}\n`),
    'more refs than anybody needs': (path) => {
      const head = openRepository(path).git('rev-parse', 'HEAD')
      const lines = Array.from({ length: 6000 }, (_, index) => `${head} refs/tags/t${index}\n`)
      writeFileSync(join(path, '.git/packed-refs'), lines.join(''))
    },
    'no objects': (path) => rmSync(join(path, '.git/objects'), { recursive: true }),
    'objects borrowed from elsewhere': (path) =>
      writeFileSync(join(path, '.git/objects/info/alternates'), '/somewhere/else/.git/objects\n'),
    'a repository inside': (path) => void makeRepository(join(path, 'inner')),
    'a repository inside of a tracked folder': (path) =>
      openRepository(join(path, 'src')).git('init', '--quiet'),
  }

  test.each(Object.keys(DAMAGES))('[P6] is refused with %s, says so, and deletes nothing', async (name) => {
    using world = makeWorkspaceWorld({ 'a.txt': 'one\n', 'src/b.txt': 'two\n' })
    const anna = await world.make()
    anna.commit({ 'work.txt': '1' })
    anna.write({ 'dirty.txt': 'dirty\n' })
    DAMAGES[name]?.(anna.path)
    await expect(world.workspaces.remove(world.place())).rejects.toMatchObject({
      code: expect.stringMatching(/^(WORKSPACE_DAMAGED|WORK_NOT_SAFE|GIT_FAILED)$/),
      hint: expect.any(String),
    })
    expect(readFileSync(join(anna.path, 'dirty.txt'), 'utf8')).toBe('dirty\n')
    expect(await world.workspaces.report(world.place())).toMatchObject({ agent: 'anna' })
    expect(world.refs('refs/cmux/keep')).not.toEqual([])
  })
})

describe('a report', () => {
  test('[G3] says branch, ahead, behind and uncommitted files, and what it does not know', async () => {
    using world = makeWorkspaceWorld()
    const anna = await world.make()
    anna.commit({ 'work.txt': '1' })
    world.project.commit({ 'main.txt': '1' })
    world.project.commit({ 'main.txt': '2' })
    anna.write({ 'a.txt': 'changed\n', 'new.txt': 'new\n' })
    const report = {
      agent: 'anna',
      folder: anna.path,
      branch: 'agent/anna',
      ahead: 1,
      behind: 2,
      dirty: 2,
      problem: null,
    }
    expect(await world.workspaces.report(world.place())).toEqual(report)
    anna.git('checkout', '--quiet', '--', 'a.txt')
    expect(await world.workspaces.report(world.place())).toEqual({ ...report, dirty: 1 })
    writeFileSync(join(anna.path, '.git/HEAD'), 'what?\n')
    expect(await world.workspaces.report(world.place())).toMatchObject({
      dirty: null,
      problem: expect.any(String),
    })
  })
})
