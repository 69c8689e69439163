import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../../test/fixtures/temp-folder.ts'
import { assembleFilter } from './assemble-filter.ts'
import { keepFilter } from './keep-filter.ts'

const machine = process.arch === 'arm64' ? 'arm64' : 'x64'

test('[O6] a filter is a file of its own for each content, which only its owner may read, and is written once', async () => {
  using folder = makeTempFolder()
  const home = join(folder.path, 'home')
  mkdirSync(home)
  const keep = (builds: boolean) => keepFilter(join(home, 'sandbox'), builds)
  const [plain, builds] = [await keep(false), await keep(true)] as [string, string]
  expect(plain).not.toBe(builds)
  expect(readFileSync(plain)).toEqual(assembleFilter(machine, { builds: false }))
  expect(readFileSync(builds)).toEqual(assembleFilter(machine, { builds: true }))
  const { ino, mode } = statSync(plain)
  expect([await keep(false), statSync(plain).ino, mode & 0o777]).toEqual([plain, ino, 0o600])
})

test('[O6] a home that is not there is not made for it', async () => {
  using folder = makeTempFolder()
  const home = join(folder.path, 'home')
  await expect(keepFilter(join(home, 'sandbox'), false)).rejects.toThrow('ENOENT')
  expect(existsSync(home)).toBe(false)
})
