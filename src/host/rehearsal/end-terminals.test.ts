import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { endTerminals, makeTerminals, readTerminals } from './end-terminals.ts'
import { sweepRehearsals } from './sweep-rehearsals.ts'

test('[P7] the terminals of a rehearsal have a private folder, another one each time, and it goes with them', () => {
  using home = makeTempFolder()
  const copies = ['a', 'b'].map((name) => join(home.path, name))
  for (const copy of copies) makeTerminals(copy)
  const folders = copies.map((copy) => readTerminals(copy) ?? '')
  expect(new Set(folders).size).toBe(2)
  for (const folder of folders) expect(statSync(folder).mode & 0o777).toBe(0o700)
  for (const copy of copies) endTerminals(copy)
  expect([...folders.map((folder) => existsSync(folder)), ...copies.map(readTerminals)]).toEqual([
    false,
    false,
    undefined,
    undefined,
  ])
})

test('[P8] those of a rehearsal that was killed are found by the next one, also when its copy is gone', () => {
  using home = makeTempFolder()
  const copy = join(home.path, 'rehearsals', 'rel-4194305')
  mkdirSync(copy, { recursive: true })
  makeTerminals(copy)
  const folder = readTerminals(copy) ?? ''
  rmSync(copy, { recursive: true })
  sweepRehearsals(home.path)
  expect([existsSync(folder), readTerminals(copy)]).toEqual([false, undefined])
})
