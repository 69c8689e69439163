import {
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { findStrangeFile, writeRecord } from './find-strange-file.ts'

/** A folder with two packages and a program of one of them, and their record. */
function install() {
  const folder = makeTempFolder()
  const at = (...names: string[]) => join(folder.path, 'node_modules', ...names)
  for (const name of ['a/lib', 'b', '.bin']) mkdirSync(at(name), { recursive: true })
  writeFileSync(at('a', 'lib', 'index.js'), 'genuine')
  writeFileSync(at('b', 'index.js'), 'genuine')
  symlinkSync('../b/index.js', at('.bin', 'b'))
  writeRecord(folder.path)
  return { path: folder.path, at, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

type Installed = ReturnType<typeof install>

const STRANGE: readonly [what: string, write: (place: Installed) => void, found: string][] = [
  [
    'written with the same length, and its time set back',
    ({ at }) => {
      const { atime, mtime } = statSync(at('a/lib/index.js'))
      writeFileSync(at('a/lib/index.js'), 'planted')
      utimesSync(at('a/lib/index.js'), atime, mtime)
    },
    'a/lib/index.js',
  ],
  [
    'replaced by another of the same length and time',
    ({ at }) => {
      const { atime, mtime } = statSync(at('b/index.js'))
      writeFileSync(at('other'), 'planted')
      utimesSync(at('other'), atime, mtime)
      renameSync(at('other'), at('b/index.js'))
    },
    'b/index.js',
  ],
  ['added', ({ at }) => writeFileSync(at('a', 'more.js'), ''), 'a/more.js'],
  ['taken away', ({ at }) => rmSync(at('b', 'index.js')), 'b/index.js'],
  [
    'replaced by a link to the same content',
    ({ at }) => {
      rmSync(at('b', 'index.js'))
      symlinkSync('../a/lib/index.js', at('b', 'index.js'))
    },
    'b/index.js',
  ],
  [
    'a link that leads elsewhere',
    ({ at }) => {
      rmSync(at('.bin', 'b'))
      symlinkSync('/bin/sh', at('.bin', 'b'))
    },
    '.bin/b',
  ],
  ['a record that is gone', ({ path }) => rmSync(join(path, 'files.json')), 'files.json'],
  ['half a record', ({ path }) => writeFileSync(join(path, 'files.json'), '{"a'), 'files.json'],
]

test.each(STRANGE)('[P5] among the packages is found what was %s', (_, write, found) => {
  using place = install()
  expect(findStrangeFile(place.path)).toBeUndefined()
  write(place)
  expect(findStrangeFile(place.path)).toBe(found)
})

test('[P5] packages that were moved or touched are read once, and then known by their place', () => {
  using place = install()
  const record = () => readFileSync(join(place.path, 'files.json'), 'utf8')
  const before = record()
  cpSync(place.at('a'), place.at('copy'), { recursive: true })
  rmSync(place.at('a'), { recursive: true })
  renameSync(place.at('copy'), place.at('a'))
  expect(findStrangeFile(place.path)).toBeUndefined()
  const after = record()
  expect(after).not.toBe(before)
  expect([findStrangeFile(place.path), record()]).toEqual([undefined, after])
})
