import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { settleWalls } from './settle-walls.ts'

function makePlace() {
  const folder = makeTempFolder()
  const path = realpathSync(folder.path)
  return { at: (name: string) => join(path, name), [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

test('[O6] what is not there is left out, unless it is to be made', async () => {
  using place = makePlace()
  const [gone, made] = [place.at('gone'), place.at('a/b')]
  const walls = [
    { kind: 'hidden', path: gone },
    { kind: 'writable', path: gone },
    { kind: 'writable', path: made, make: true },
    { kind: 'hidden', path: gone, pinned: true },
  ] as const
  expect(await settleWalls(walls)).toEqual([
    { path: made, kind: 'writable', source: made, isFolder: true },
    { path: gone, kind: 'hidden', source: gone, isFolder: true, isPinned: true },
  ])
})

test('[O6] a wall stands where a link leads, and every link on the way is known by its words', async () => {
  using place = makePlace()
  mkdirSync(place.at('real/bin'), { recursive: true })
  symlinkSync('real', place.at('alias'))
  symlinkSync(place.at('alias/bin'), place.at('tools'))
  expect(await settleWalls([{ kind: 'readable', path: place.at('tools') }])).toEqual([
    { path: place.at('real/bin'), kind: 'readable', source: place.at('real/bin'), isFolder: true },
    { path: place.at('tools'), kind: 'link', source: place.at('alias/bin'), isFolder: false },
    { path: place.at('alias'), kind: 'link', source: 'real', isFolder: false },
  ])
})

test('[O6] a copy is made once, or again when theirs is newer, and never through a link that stands in its place', async () => {
  using place = makePlace()
  const [path, from, precious] = [place.at('theirs'), place.at('box/own'), place.at('precious')]
  const settle = (when: 'first' | 'newer') => settleWalls([{ kind: 'copy', path, from, when }])
  writeFileSync(path, 'one')
  writeFileSync(precious, 'precious')
  expect(await settle('first')).toEqual([{ path, kind: 'writable', source: from, isFolder: false }])
  writeFileSync(path, 'two')
  await settle('first')
  expect(readFileSync(from, 'utf8')).toBe('one')
  utimesSync(from, 0, 0)
  await settle('newer')
  expect(readFileSync(from, 'utf8')).toBe('two')
  const linked = place.at('box/linked')
  symlinkSync(precious, linked)
  await settleWalls([{ kind: 'copy', path, from: linked, when: 'first' }])
  expect([lstatSync(linked).isFile(), readFileSync(precious, 'utf8')]).toEqual([true, 'precious'])
})

test("[O6] a program brings its packages along, and no folder of the agent's own is missing", async () => {
  using place = makePlace()
  const real = place.at('lib/node_modules/tool/cli.js')
  mkdirSync(join(real, '..'), { recursive: true })
  writeFileSync(real, '')
  const settled = await settleWalls([
    { kind: 'program', path: real },
    { kind: 'private', path: place.at('config'), from: place.at('box/config') },
  ])
  expect(settled.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    `readable ${real}`,
    `readable ${real}`,
    `readable ${place.at('lib/node_modules/tool')}`,
    `readable ${place.at('lib/node_modules')}`,
    `writable ${place.at('config')}`,
  ])
  expect(existsSync(place.at('box/config'))).toBe(true)
})

test('[O6] a file or a folder of ours stands where another is not to be, whatever is there', async () => {
  using place = makePlace()
  const [path, from, folder] = [place.at('home/settings.json'), place.at('ours.json'), place.at('ours')]
  writeFileSync(from, '{}')
  mkdirSync(folder)
  const wall = { kind: 'given', path, from } as const
  expect(await settleWalls([wall, { ...wall, from: folder }])).toEqual([
    { path, kind: 'readable', source: from, isFolder: false },
    { path, kind: 'readable', source: folder, isFolder: true },
  ])
  expect(await settleWalls([{ ...wall, from: place.at('gone') }])).toEqual([])
})
