// kill -9 at calls of git while a workspace is made or removed: nothing is lost, and the next try finishes it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { makeDeadlyGit, type DeadlyGit } from '../../fixtures/deadly-git.ts'
import { openRepository } from '../../fixtures/git-repository.ts'
import { runCommand } from '../../fixtures/run-command.ts'
import { makeWorkspaceWorld, type WorkspaceWorld } from '../../fixtures/workspace-world.ts'

/** More than any of it needs; the test ends when a run gets through. */
const CALLS_MAX = 150
/** All of them (1) take ten minutes on two busy cores. */
const STRIDE = Number(process.env['CMUX_KILL_STRIDE'] ?? 9)
const SCRIPT = fileURLToPath(new URL('../../fixtures/run-workspace-verb.ts', import.meta.url))

async function runKilled(world: WorkspaceWorld, verb: 'make' | 'remove', git: DeadlyGit): Promise<boolean> {
  const env = { PATH: `${git.folder}:${process.env['PATH']}`, HOME: world.folder }
  const { code, stderr } = await runCommand(
    process.execPath,
    [SCRIPT, verb, world.home, world.project.path],
    { env },
  )
  expect(stderr).toBe('')
  return code === null
}

/** Kills at the first call, and further on each time, until there is none left to kill at. Says how many there are. */
async function killEverywhere(
  verb: 'make' | 'remove',
  prepare: (world: WorkspaceWorld) => Promise<(world: WorkspaceWorld) => Promise<void>>,
): Promise<number> {
  for (let call = 1, runs = 0; call <= CALLS_MAX; call += STRIDE, runs += 1) {
    using world = makeWorkspaceWorld()
    const verify = await prepare(world)
    const git = makeDeadlyGit(join(world.folder, 'bin'), call, runs % 2 === 0 ? 'before' : 'after')
    const wasKilled = await runKilled(world, verb, git)
    await verify(world)
    if (!wasKilled) return git.calls()
  }
  throw new Error(`${verb} calls git more than ${CALLS_MAX} times`)
}

describe('kill -9', () => {
  test('[P6] at a call of a removal loses nothing, and the removal is finished later', async () => {
    const calls = await killEverywhere('remove', async (first) => {
      const anna = await first.make()
      const tip = anna.commit({ 'work.txt': '1' })
      anna.git('checkout', '--quiet', '-b', 'side', 'main')
      const side = anna.commit({ 'side.txt': '1' })
      anna.write({ 'dirty.txt': 'dirty\n', 'staged.txt': 'staged\n' })
      anna.git('add', 'staged.txt')
      return async (world) => {
        // An orphaned git may still hold a lock: whoever comes next refuses, keeps everything, and tries again.
        await vi.waitFor(async () => {
          await world.workspaces.finishRemovals(world.place().project)
          await world.workspaces.remove(world.place())
        }, 20_000)
        expect(world.refused).toEqual([])
        expect(existsSync(anna.path)).toBe(false)
        expect(world.project.git('rev-parse', 'agent/anna')).toBe(tip)
        expect(world.refs()).toEqual([`refs/cmux/agents/anna/${side}`])
        expect(world.stashes()).toHaveLength(1)
        expect(world.project.git('show', 'stash@{0}:dirty.txt')).toBe('dirty')
        expect(world.project.git('show', 'stash@{0}^2:staged.txt')).toBe('staged')
        world.project.git('gc', '--quiet', '--prune=now')
        expect(world.project.git('fsck', '--full', '--strict')).toBe('')
      }
    })
    expect(calls).toBeGreaterThan(20)
  })

  test('[P6] at a call of making one leaves none or a whole one', async () => {
    const calls = await killEverywhere('make', () =>
      Promise.resolve(async (world: WorkspaceWorld) => {
        if (!world.exists()) await vi.waitFor(() => world.make(), 20_000)
        const anna = openRepository(world.ground.folder(world.place()))
        expect(anna.git('status', '--porcelain', '--branch')).toBe('## agent/anna')
        expect(anna.git('fsck', '--full', '--strict')).toBe('')
        expect(await world.workspaces.report(world.place())).toMatchObject({
          ahead: 0,
          dirty: 0,
          problem: null,
        })
      }),
    )
    expect(calls).toBeGreaterThan(8)
  })
})
