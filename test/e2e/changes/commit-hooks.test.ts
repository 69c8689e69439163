// A pre-commit hook for a project: quick checks before each commit, without cmux, beside a hook that is there already.
import { chmodSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository, type GitRepository } from '../../fixtures/git-repository.ts'
import { startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'

let built: BuiltCmux
let cmux: GuardedCmux
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  cmux = await startGuarded(built, 'commit-hooks')
})
afterAll(async () => {
  await cmux[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const QUICK = { name: 'words', run: "! grep -r 'it''s broken' src", onCommit: true }
const SLOW = { name: 'test', run: 'touch ran-the-tests' }

async function makeProject(name: string, checks: unknown = [QUICK, SLOW]): Promise<GitRepository> {
  const files = { 'src/a.txt': 'one\n', 'cmux.json': JSON.stringify({ checks }) }
  const repository = makeRepository(join(realpathSync(built.folder), name), files)
  expect(await cmux.run('project', 'add', repository.path)).toMatchObject({ code: 0 })
  return repository
}
const hooks = async (action: string, name: string) => {
  const { code, stdout, stderr } = await cmux.run('project', 'hooks', action, name, '--json')
  return code === 0 ? (JSON.parse(stdout) as Record<string, unknown>) : { code, stderr }
}
const plant = (repository: GitRepository, text: string) => {
  const file = join(repository.path, '.git', 'hooks', 'pre-commit')
  writeFileSync(file, text)
  chmodSync(file, 0o755)
  return file
}

test('[I15] what fails a quick check is not committed, the slow ones are not run, and a person can go around it', async () => {
  const shop = await makeProject('shop')
  expect(await hooks('install', 'shop')).toMatchObject({ state: 'ours', checks: ['words'], isCurrent: true })
  shop.commit({ 'src/a.txt': 'two\n' })
  expect(() => shop.commit({ 'src/a.txt': 'its broken\n' })).toThrow(/words failed, so nothing is committed/)
  expect([shop.git('show', 'HEAD:src/a.txt'), existsSync(join(shop.path, 'ran-the-tests'))]).toEqual([
    'two',
    false,
  ])
  shop.git('commit', '--quiet', '--no-verify', '--message', 'anyway')
  expect(shop.git('show', 'HEAD:src/a.txt')).toBe('its broken')
  expect(await hooks('remove', 'shop')).toMatchObject({ state: 'none' })
})

test('[I15] a hook that was there runs first, and is back to the byte afterwards', async () => {
  const shop = await makeProject('chained')
  const text = '#!/bin/sh\necho former >> former-ran\n'
  const file = plant(shop, text)
  for (const _ of [1, 2])
    expect(await hooks('install', 'chained')).toMatchObject({ state: 'ours', keepsFormer: true })
  expect(() => shop.commit({ 'src/a.txt': 'its broken\n' })).toThrow(/words failed/)
  expect(readFileSync(join(shop.path, 'former-ran'), 'utf8')).toBe('former\n')
  expect(await hooks('remove', 'chained')).toMatchObject({ state: 'other', keepsFormer: false })
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('[I15] it says when nothing is quick, when hooks are kept elsewhere, and when the checks have changed', async () => {
  await makeProject('slow', [SLOW])
  expect(await hooks('install', 'slow')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('onCommit'),
  })
  const husky = await makeProject('husky')
  husky.git('config', 'core.hooksPath', '.husky')
  expect(await hooks('install', 'husky')).toMatchObject({ stderr: expect.stringContaining('core.hooksPath') })
  const moving = await makeProject('moving')
  await hooks('install', 'moving')
  moving.commit({ 'cmux.json': JSON.stringify({ checks: [{ ...QUICK, run: 'true' }] }) })
  expect(await hooks('status', 'moving')).toMatchObject({ state: 'ours', isCurrent: false })
  expect(await hooks('status', 'slow')).toMatchObject({ state: 'none' })
})
