// An agent may write anything into its workspace, its git folder included. What it says there is not believed. That nothing of it
// is run is shown by the contract test hostile-repositories.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { forgeObject } from '../fixtures/forge-object.ts'
import { makeWorkspaceWorld } from '../fixtures/workspace-world.ts'

describe('a workspace whose settings lie', () => {
  test('[P7] about a folder of the main branch is not shown as one without changes', async () => {
    using world = makeWorkspaceWorld()
    world.project.commit({ 'src/a.txt': 'good\n' })
    const anna = await world.make()
    anna.write({ 'src/a.txt': 'evil\n', 'b.txt': 'b\n' })
    expect((await world.workspaces.diff(world.place())).files.map(({ path }) => path)).toEqual([
      'b.txt',
      'src/a.txt',
    ])
    const old = anna.git('rev-parse', 'HEAD:src/a.txt')
    const now = anna.git('hash-object', '-w', 'src/a.txt')
    const tree = Buffer.concat([Buffer.from('100644 a.txt\0'), Buffer.from(now, 'hex')])
    expect(old).not.toBe(now)
    forgeObject(anna.path, { kind: 'tree', id: anna.git('rev-parse', 'HEAD:src'), content: tree })
    await expect(world.workspaces.diff(world.place())).rejects.toMatchObject({
      code: 'WORKSPACE_DAMAGED',
      message: expect.stringContaining('its objects are not what their names say'),
    })
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
