// A lock of git's index goes only when nobody can be holding it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeStaleLock } from '../../src/adapters/git/remove-stale-lock.ts'
import { makeRepository } from '../fixtures/git-repository.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'

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
