// An agent may write anything into its workspace, its git folder included. Nothing of it ever runs in our process, which is
// not confined as the agent is.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeCanary, TRAPS } from '../fixtures/traps.ts'
import { makeWorkspaceWorld, type WorkspaceWorld } from '../fixtures/workspace-world.ts'

/** Everything that cmux does with a workspace. Some of it is refused; none of it may run anything. */
async function doEverything({ workspaces, place }: WorkspaceWorld): Promise<void> {
  const { report, diff, bringHome, save, remove } = workspaces
  const refusals: unknown[] = []
  for (const work of [report, diff, bringHome, save, report, remove])
    await work(place()).catch((error: unknown) => void refusals.push(error))
  for (const refusal of refusals) expect(refusal).toMatchObject({ hint: expect.any(String) })
}

async function makeAnna(world: WorkspaceWorld) {
  const anna = await world.make()
  anna.commit({ 'work.txt': '1' })
  anna.write({ 'a.txt': 'changed\n', 'new.txt': 'new\n' })
  return anna
}

describe.each(Object.entries(TRAPS))('%s in a workspace', (_name, { lay, spring }) => {
  test('[P7] runs nothing when cmux looks at it, brings it home, saves and removes it', async () => {
    using world = makeWorkspaceWorld()
    const { program, canary } = makeCanary(world.folder)
    lay(await makeAnna(world), program)
    await doEverything(world)
    expect(existsSync(canary) && readFileSync(canary, 'utf8')).toBe(false)
  })

  test('[P7] would run with plain git, so that the test above can fail', async () => {
    using world = makeWorkspaceWorld()
    const { program, canary } = makeCanary(world.folder)
    const anna = await makeAnna(world)
    lay(anna, program)
    spring(anna)
    expect(existsSync(canary)).toBe(true)
  })
})

test('[P7] all traps but those in the way of others, laid at once in the project itself, run nothing either', async () => {
  using world = makeWorkspaceWorld()
  const { program, canary } = makeCanary(world.folder)
  const anna = await world.make()
  for (const name of [
    'gpg.program',
    'core.fsmonitor',
    'a hook',
    'diff.external',
    'core.sshCommand',
    'core.alternateRefsCommand',
  ])
    TRAPS[name]?.lay(world.project, program)
  rmSync(canary, { force: true })
  anna.commit({ 'work.txt': '1' })
  anna.write({ 'a.txt': 'changed\n' })
  await doEverything(world)
  await world.make('bert')
  expect(existsSync(canary) && readFileSync(canary, 'utf8')).toBe(false)
  expect(world.stashes()).toHaveLength(1)
  world.project.git('-c', 'core.fsmonitor=false', 'branch', 'x')
  expect(existsSync(canary)).toBe(true)
})

describe('a workspace whose settings lie', () => {
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
    writeFileSync(fileOf(blob), readFileSync(fileOf(other)), { flag: 'r+' })
    await expect(world.workspaces.remove(world.place())).rejects.toMatchObject({ hint: expect.any(String) })
    expect(world.refs('refs/heads')).toEqual(['refs/heads/main'])
    expect(world.exists()).toBe(true)
    expect(anna.git('rev-parse', 'HEAD')).toBe(tip)
  })
})
