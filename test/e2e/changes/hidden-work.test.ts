// Uncommitted work that a look at the workspace may miss: an agent says something wrong of it, or git passes it over. It is on the
// project's stash list before the workspace goes, or the workspace stays.
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { forgeObject } from '../../fixtures/forge-object.ts'
import type { GitRepository } from '../../fixtures/git-repository.ts'
import { makeWorkspaceWorld, type WorkspaceWorld } from '../../fixtures/workspace-world.ts'

const treeOf = (...rows: readonly (readonly [mode: string, name: string, id: string])[]) =>
  Buffer.concat(
    rows.map(([mode, name, id]) => Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])),
  )

/** What the agent works on says that its own content was there from the beginning. */
function forgeTree(anna: GitRepository, tree: string, path: string): void {
  const now = anna.git('hash-object', '-w', path)
  const content = treeOf(['100644', path.split('/').at(-1) ?? '', now])
  forgeObject(anna.path, { kind: 'tree', id: anna.git('rev-parse', tree), content })
}

const stashed = (world: WorkspaceWorld, path: string) => world.project.git('show', `stash@{0}:${path}`)

/** What hides it, and how it is then found on the stash list: its path there. */
const SAVED: readonly [string, (anna: GitRepository) => void, string][] = [
  [
    'a forged folder of the main branch',
    (anna) => {
      anna.write({ 'src/a.txt': 'work\n' })
      forgeTree(anna, 'HEAD:src', 'src/a.txt')
    },
    'src/a.txt',
  ],
  [
    'a forged target of a link',
    (anna) => {
      const id = anna.git('rev-parse', 'HEAD:link')
      renameSync(join(anna.path, 'link'), join(anna.path, 'old'))
      symlinkSync('work', join(anna.path, 'link'))
      forgeObject(anna.path, { kind: 'blob', id, content: Buffer.from('work') })
      anna.write({ '.gitignore': 'old\n.gitignore\n' })
    },
    'link',
  ],
  [
    'a file of the same size and times',
    (anna) => {
      const path = join(anna.path, 'src/a.txt')
      const { atime, mtime } = lstatSync(path)
      writeFileSync(path, 'work\n')
      utimesSync(path, atime, mtime)
    },
    'src/a.txt',
  ],
  [
    'skip-worktree',
    (anna) => {
      anna.git('update-index', '--skip-worktree', 'src/a.txt')
      anna.write({ 'src/a.txt': 'work\n' })
    },
    'src/a.txt',
  ],
  [
    'a sparse checkout',
    (anna) => {
      anna.git('sparse-checkout', 'set', 'docs')
      anna.write({ 'src/a.txt': 'work\n' })
    },
    'src/a.txt',
  ],
  [
    'info/exclude and settings',
    (anna) => {
      anna.write({ '.git/info/exclude': '*\n', 'work.txt': 'work\n' })
      anna.git('config', 'core.excludesFile', join(anna.path, '.git/info/exclude'))
      anna.git('config', 'core.ignoreStat', 'true')
    },
    'work.txt',
  ],
  [
    'a link in place of a folder of main',
    (anna) => {
      renameSync(join(anna.path, 'src'), join(anna.path, 'moved'))
      symlinkSync('work-elsewhere', join(anna.path, 'src'))
    },
    'src',
  ],
  [
    'a .gitignore, of a file that git has',
    (anna) => anna.write({ '.gitignore': '*\n', 'src/a.txt': 'work\n' }),
    'src/a.txt',
  ],
]

/** What git passes over in silence: nothing can save it, so nothing is deleted. */
const KEPT: readonly [string, (anna: GitRepository) => void][] = [
  ['a name that git does not take', (anna) => anna.write({ 'git~1/work.txt': 'work\n' })],
  ['a folder that is nearly a repository', (anna) => anna.write({ 'notes/deep/.git/work.txt': 'work\n' })],
  [
    'a folder that nobody may read',
    (anna) => {
      anna.write({ 'closed/work.txt': 'work\n' })
      chmodSync(join(anna.path, 'closed'), 0)
    },
  ],
  [
    'a folder of main that nobody may read',
    (anna) => {
      anna.write({ 'src/a.txt': 'work\n' })
      chmodSync(join(anna.path, 'src'), 0)
    },
  ],
]

async function makeWorld(): Promise<{ world: WorkspaceWorld; anna: GitRepository }> {
  const world = makeWorkspaceWorld()
  mkdirSync(join(world.project.path, 'docs'))
  symlinkSync('docs', join(world.project.path, 'link'))
  world.project.git('add', 'link')
  world.project.commit({ 'src/a.txt': 'main\n', 'docs/a.md': 'docs\n' })
  const anna = await world.make()
  // What is remembered of the files from now on is believed by whoever remembers.
  expect((await world.workspaces.report(world.place())).dirty).toBe(0)
  return { world, anna }
}

describe('[P6] uncommitted work is on the stash list before its workspace goes, hidden by', () => {
  test.each(SAVED)('%s', async (_, hide, path) => {
    const { world, anna } = await makeWorld()
    using _world = world
    hide(anna)
    await world.workspaces.remove(world.place())
    expect(stashed(world, path)).toMatch(/^work/)
    expect(world.exists()).toBe(false)
  })
})

describe('[P6] a workspace stays, when git passes over', () => {
  test.each(KEPT)('%s', async (_, hide) => {
    const { world, anna } = await makeWorld()
    using _world = world
    hide(anna)
    await expect(world.workspaces.remove(world.place())).rejects.toMatchObject({
      code: expect.stringMatching(/^(WORKSPACE_DAMAGED|WORK_NOT_SAFE)$/),
    })
    expect(world.exists()).toBe(true)
    for (const name of ['closed', 'src'])
      if (lstatSync(join(anna.path, name), { throwIfNoEntry: false })) chmodSync(join(anna.path, name), 0o700)
  })
})

describe('[P6] what is staged', () => {
  test('is kept, whatever the index says of its folders', async () => {
    const { world, anna } = await makeWorld()
    using _world = world
    anna.write({ 'src/a.txt': 'work\n' })
    const [now, old] = [anna.git('hash-object', '-w', 'src/a.txt'), anna.git('rev-parse', 'HEAD:src/a.txt')]
    // Remembers the trees of the main branch, and then other rows under their names.
    anna.git('read-tree', 'HEAD')
    forgeTree(anna, 'HEAD:src', 'src/a.txt')
    anna.git('read-tree', 'HEAD')
    expect(anna.git('ls-files', '--stage', 'src/a.txt')).toContain(now)
    anna.write({ 'src/a.txt': 'main\n' })
    expect(old).not.toBe(now)
    await world.workspaces.remove(world.place()).catch(() => undefined)
    const isSaved =
      world.stashes().length > 0 && world.project.git('show', 'stash@{0}^2:src/a.txt') === 'work'
    expect(isSaved || world.exists()).toBe(true)
  })
})

describe('[P7] a project’s list of workspaces', () => {
  test('counts what is there, whatever the agent’s objects say of the main branch', async () => {
    const { world, anna } = await makeWorld()
    using _world = world
    anna.write({ 'src/a.txt': 'work\n' })
    forgeTree(anna, 'HEAD:src', 'src/a.txt')
    expect(await world.workspaces.report(world.place())).toMatchObject({ dirty: 1, problem: null })
  })

  test('and where a link leads is not hidden from a look at its work by what the link is said to have been', async () => {
    const { world, anna } = await makeWorld()
    using _world = world
    const id = anna.git('rev-parse', 'HEAD:link')
    rmSync(join(anna.path, 'link'))
    symlinkSync('work', join(anna.path, 'link'))
    const diff = () => world.workspaces.diff(world.place())
    expect((await diff()).files).toMatchObject([{ path: 'link' }])
    forgeObject(anna.path, { kind: 'blob', id, content: Buffer.from('work') })
    expect(await diff()).toMatchObject({ files: [{ path: 'link' }], patch: expect.stringContaining('+work') })
    expect(await world.workspaces.report(world.place())).toMatchObject({ dirty: 1, problem: null })
  })

  test('counts commits, whatever the agent’s objects say of the main branch’s commit', async () => {
    const { world, anna } = await makeWorld()
    using _world = world
    const main = anna.git('rev-parse', 'HEAD')
    const tip = anna.commit({ 'work.txt': 'work\n' })
    const commit = anna.git('cat-file', 'commit', main).replace(/^parent .*$/m, `parent ${tip}`)
    forgeObject(anna.path, { kind: 'commit', id: main, content: Buffer.from(`${commit}\n`) })
    const report = await world.workspaces.report(world.place())
    expect(report.ahead === 1 || report.problem !== null).toBe(true)
  })
})
