// A lock of git's index goes only when nobody can be holding it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, copyFileSync, existsSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { removeStaleLock } from '../../src/adapters/git/remove-stale-lock.ts'
import { freeIndex } from '../../src/adapters/git/free-index.ts'
import { makeRepository } from '../fixtures/git-repository.ts'
import { runCommand } from '../fixtures/run-command.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'
import { makeWorkspaceWorld } from '../fixtures/workspace-world.ts'

/** A user that runs nothing else here. */
const NOBODY = 54_321
const isRoot = process.getuid?.() === 0 && process.platform === 'linux'
// oxlint-disable-next-line no-console
if (!isRoot) console.warn('NOT RUN: a git of another user, since only root can become another user')

test('[I13] a lock stays while it is young or a git works there, and goes when that git is gone', async () => {
  using temp = makeTempFolder()
  const { path } = makeRepository(join(temp.path, 'shop'))
  const lock = join(path, '.git', 'index.lock')
  const isLeft = async () => {
    await removeStaleLock(lock, path)
    return existsSync(lock)
  }
  writeFileSync(lock, '')
  expect(await isLeft()).toBe(true)
  utimesSync(lock, new Date(0), new Date(0))
  // It waits for its input.
  const git = spawn('git', ['cat-file', '--batch'], { cwd: path, stdio: ['pipe', 'pipe', 'ignore'] })
  git.stdin.write('HEAD\n')
  await once(git.stdout, 'data')
  expect(await isLeft()).toBe(true)
  git.stdin.end()
  await once(git, 'exit')
  expect(await isLeft()).toBe(false)
})

test('[L5] a lock of our own that no process of ours holds is removed and told, and work goes on', async () => {
  using world = makeWorkspaceWorld()
  const anna = await world.make()
  anna.write({ 'a.txt': 'two\n' })
  const look = async () => {
    const report = await world.workspaces.report(world.place())
    return [report.problem, report.dirty, (await world.workspaces.diff(world.place())).dirty]
  }
  expect(await look()).toEqual([null, 1, ['a.txt']])
  const index = join(world.home, 'workspaces', 'shop', '.index', 'anna', 'index')
  // As a git leaves it that is killed at its limit.
  writeFileSync(`${index}.lock`, '')
  expect(await look()).toEqual([null, 1, ['a.txt']])
  expect([world.freed, existsSync(`${index}.lock`)]).toEqual([[index], false])
})

test('[L5] a lock of our own that a git of a killed server still holds is waited for, by name', async () => {
  using temp = makeTempFolder()
  const index = join(temp.path, 'index')
  writeFileSync(`${index}.lock`, '')
  const env = { ...process.env, GIT_INDEX_FILE: index }
  const git = spawn('cat', [], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  git.stdin.write('x')
  await once(git.stdout, 'data')
  await expect(freeIndex(index)).rejects.toMatchObject({
    code: 'GIT_FAILED',
    message: expect.stringContaining(`holds ${index}.lock (process: ${git.pid})`),
    hint: expect.stringContaining('remove that file and try again'),
  })
  git.stdin.end()
  await once(git, 'exit')
  expect([await freeIndex(index), await freeIndex(index)]).toEqual([true, false])
})

test.runIf(isRoot)(
  '[L5] a git of another user, which an ordinary user can’t see into, holds only locks of its own user',
  async () => {
    using temp = makeTempFolder()
    chmodSync(temp.path, 0o777)
    chmodSync(dirname(temp.path), statSync(dirname(temp.path)).mode | 0o111)
    const stale = (name: string) => {
      const lock = join(temp.path, name)
      writeFileSync(lock, '')
      utimesSync(lock, new Date(0), new Date(0))
      return lock
    }
    const [ofNobody, ofRoot] = [stale('of-nobody.lock'), stale('of-root.lock')]
    chownSync(ofNobody, NOBODY, NOBODY)
    // Its name begins with `git`, and it is root's.
    const program = join(temp.path, 'git-daemon')
    copyFileSync('/bin/cat', program)
    chmodSync(program, 0o755)
    const other = spawn(program, [], { cwd: '/usr', stdio: ['pipe', 'pipe', 'ignore'] })
    other.stdin.write('x')
    await once(other.stdout, 'data')
    const remover = fileURLToPath(new URL('../fixtures/run-remove-lock.ts', import.meta.url))
    const node = ['--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups', process.execPath]
    const ended = await runCommand('setpriv', [...node, remover, ofNobody, ofRoot], { env: {} })
    other.stdin.end()
    expect(ended).toMatchObject({ code: 0 })
    expect([existsSync(ofNobody), existsSync(ofRoot)]).toEqual([false, true])
  },
)
