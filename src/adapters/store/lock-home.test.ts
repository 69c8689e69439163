import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockHome } from './lock-home.ts'

const makeLockPath = () => {
  const folder = mkdtempSync(join(tmpdir(), 'cmux-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'server-lock.db')
}

test('a home is locked for one, and free again when that one lets go', () => {
  const path = makeLockPath()
  {
    using _held = lockHome(path)
    expect(() => lockHome(path)).toThrow(expect.objectContaining({ code: 'ALREADY_RUNNING' }))
  }
  using again = lockHome(path)
  expect(again).toBeDefined()
})

test('[H8] a lock file that cannot be used is not taken for a running server', () => {
  const path = makeLockPath()
  writeFileSync(path, 'this is no database, and long enough to be one'.repeat(100))
  const unusable = expect.objectContaining({
    code: 'HOME_UNUSABLE',
    hint: expect.stringContaining('delete it'),
  })
  expect(() => lockHome(path)).toThrow(unusable)
  expect(() => lockHome(join(path, 'nowhere'))).toThrow(expect.objectContaining({ code: 'HOME_UNUSABLE' }))
})
