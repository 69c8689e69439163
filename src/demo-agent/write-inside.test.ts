import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../test/fixtures/temp-folder.ts'
import { writeInside } from './write-inside.ts'

test('[A4] writes in its folder and nowhere else', () => {
  using temp = makeTempFolder()
  const folder = join(temp.path, 'work')
  mkdirSync(folder)
  symlinkSync(temp.path, join(folder, 'link'))
  expect(writeInside(folder, 'deep/a.txt', 'one\n', 'write')).toBeUndefined()
  expect(writeInside(folder, 'deep/a.txt', 'two\n', 'append')).toBeUndefined()
  expect(readFileSync(join(folder, 'deep/a.txt'), 'utf8')).toBe('one\ntwo\n')
  for (const file of ['../b.txt', 'deep/../../b.txt', 'link/b.txt', ''])
    expect(writeInside(folder, file, 'x', 'write')).toContain("outside of the agent's folder")
  expect(existsSync(join(temp.path, 'b.txt'))).toBe(false)
})
