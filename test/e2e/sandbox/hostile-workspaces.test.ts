// An agent may write anything into its workspace, its git folder included. What it says there is not believed. That nothing of it
// is run is shown by the contract test hostile-repositories.
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statfsSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { forgeObject } from '../../fixtures/forge-object.ts'
import { listToRead } from '../../fixtures/read-git-index.ts'
import { makeWorkspaceWorld, type WorkspaceWorld } from '../../fixtures/workspace-world.ts'

async function listWork(world: WorkspaceWorld): Promise<string[]> {
  return (await world.workspaces.diff(world.place())).files.map(({ path }) => path)
}

const inMemory = (folder: string) => statfsSync(folder).type === 0x01021994

describe('a workspace whose settings lie', () => {
  test('[P7] about a folder of the main branch is shown with what its files are', async () => {
    using world = makeWorkspaceWorld()
    world.project.commit({ 'src/a.txt': 'good\n' })
    const anna = await world.make()
    anna.write({ 'src/a.txt': 'evil\n', 'b.txt': 'b\n' })
    const old = anna.git('rev-parse', 'HEAD:src/a.txt')
    const now = anna.git('hash-object', '-w', 'src/a.txt')
    const tree = Buffer.concat([Buffer.from('100644 a.txt\0'), Buffer.from(now, 'hex')])
    expect(old).not.toBe(now)
    forgeObject(anna.path, { kind: 'tree', id: anna.git('rev-parse', 'HEAD:src'), content: tree })
    // To git in the workspace the lie is true, with a commit on top of it or without.
    expect(anna.git('show', 'HEAD:src/a.txt')).toBe('evil')
    expect(await listWork(world)).toEqual(['b.txt', 'src/a.txt'])
    anna.git('add', 'b.txt')
    anna.git('commit', '--quiet', '--message', 'only b')
    expect(await listWork(world)).toEqual(['b.txt', 'src/a.txt'])
  })

  test('[P7] about a commit of the main branch is called damaged', async () => {
    using world = makeWorkspaceWorld()
    world.project.commit({ 'c.txt': 'c\n' })
    const anna = await world.make()
    const tip = anna.git('commit-tree', 'HEAD^{tree}', '-m', 'evil')
    anna.git('update-ref', 'HEAD', tip)
    const first = anna.git('rev-parse', 'main^')
    // The first commit of the main branch says that it came after the agent's.
    const text = anna.git('cat-file', 'commit', first).replace(/^author/m, `parent ${tip}\nauthor`)
    forgeObject(anna.path, { kind: 'commit', id: first, content: Buffer.from(`${text}\n`) })
    expect(anna.git('merge-base', 'main', tip)).toBe(tip)
    await expect(world.workspaces.diff(world.place())).rejects.toMatchObject({
      code: 'WORKSPACE_DAMAGED',
      message: expect.stringContaining('its objects are not what their names say'),
    })
  })

  test.each([
    ['a disk', '/var/tmp'],
    ['memory', undefined],
  ])(
    '[P7] about the times of its files on %s hides no change: same size, written back to the old time',
    async (_, parent) => {
      using world = makeWorkspaceWorld({ 'a.txt': 'good\n', 'b.txt': 'good\n' }, parent)
      const anna = await world.make()
      const file = join(anna.path, 'a.txt')
      const { atime, mtime } = statSync(file)
      for (const text of ['evil\n', 'EVIL\n']) {
        expect(readFileSync(file, 'utf8')).not.toBe(text)
        writeFileSync(file, text)
        utimesSync(file, atime, mtime)
        const found = await world.workspaces.diff(world.place())
        expect(found.files.map(({ path }) => path)).toEqual(['a.txt'])
        expect(found.patch).toContain(`+${text}`)
      }
      // Another file in its place, as old and as large.
      writeFileSync(join(anna.path, '../evil'), 'evil\n')
      renameSync(join(anna.path, '../evil'), join(anna.path, 'b.txt'))
      utimesSync(join(anna.path, 'b.txt'), atime, mtime)
      expect(await listWork(world)).toEqual(['a.txt', 'b.txt'])
    },
  )

  test('[P7] is not believed of a file that was changed shortly before a look', async ({ skip }) => {
    using world = makeWorkspaceWorld({ 'a.txt': 'good\n', 'b.txt': 'good\n' }, '/var/tmp')
    const anna = await world.make()
    if (inMemory(anna.path)) skip('of files in memory nothing is remembered at all')
    const index = join(world.home, 'workspaces/shop/.index/anna/index')
    await world.workspaces.report(world.place())
    // In the same tick of the clock, or through a mapped file, it could change once more without a trace: git is to read it again.
    const file = join(anna.path, 'a.txt')
    const old = new Date(Date.now() - 3_600_000)
    writeFileSync(file, 'good\n')
    // By its own rule git doubts a file that was written in the second of its look. The agent sets that time back.
    utimesSync(file, old, old)
    await world.workspaces.report(world.place())
    expect(listToRead(index, anna.path)).toEqual(['a.txt'])
    // What stands in there is no word of the agent: nobody told git to take a file for unchanged.
    anna.git('update-index', '--assume-unchanged', 'b.txt')
    anna.write({ 'b.txt': 'evil\n' })
    expect(await listWork(world)).toEqual(['b.txt'])
  })

  test('[P6] about where its files are is saved as it is', async () => {
    using world = makeWorkspaceWorld()
    const anna = await world.make()
    const elsewhere = join(world.folder, 'elsewhere')
    mkdirSync(elsewhere)
    anna.git('config', 'core.worktree', elsewhere)
    anna.git('config', 'status.showUntrackedFiles', 'no')
    anna.write({ 'work.txt': 'mine\n' })
    await world.workspaces.remove(world.place())
    expect(world.project.git('show', 'stash@{0}:work.txt')).toBe('mine')
  })

  test('[P6] about which files have changed is saved as it is', async () => {
    using world = makeWorkspaceWorld()
    const anna = await world.make()
    anna.git('update-index', '--assume-unchanged', 'a.txt')
    anna.write({ 'a.txt': 'mine\n' })
    expect(anna.git('status', '--porcelain')).toBe('')
    await world.workspaces.remove(world.place())
    expect(world.project.git('show', 'stash@{0}:a.txt')).toBe('mine')
  })

  test('[P7] about an object’s content brings home what the content is, or nothing', async () => {
    using world = makeWorkspaceWorld()
    const anna = await world.make()
    const tip = anna.commit({ 'work.txt': '1' })
    const blob = anna.git('rev-parse', 'HEAD:work.txt')
    anna.write({ 'other.txt': 'forged' })
    const other = anna.git('hash-object', '-w', 'other.txt')
    const fileOf = (id: string) => join(anna.path, '.git/objects', id.slice(0, 2), id.slice(2))
    // Git writes its objects read-only, which stops everybody but root.
    chmodSync(fileOf(blob), 0o600)
    writeFileSync(fileOf(blob), readFileSync(fileOf(other)), { flag: 'r+' })
    await expect(world.workspaces.remove(world.place())).rejects.toMatchObject({ hint: expect.any(String) })
    expect(world.refs('refs/heads')).toEqual(['refs/heads/main'])
    expect(world.exists()).toBe(true)
    expect(anna.git('rev-parse', 'HEAD')).toBe(tip)
  })
})
